// Whoever changes what is said on the way.

/** Somebody between a page and its server, who changes what is said. */
export const between = (page, { down = (message) => message, up = (message) => message }) =>
  page.routeWebSocket(/\/ws$/, (line) => {
    const server = line.connectToServer();
    server.onMessage((text) => {
      const message = down(JSON.parse(text));
      if (message) line.send(JSON.stringify(message));
    });
    line.onMessage((text) => {
      const message = up(JSON.parse(text));
      if (message) server.send(JSON.stringify(message));
    });
  });
