// A man in the middle for the tests.

/**
 * Puts an attacker between a page and its server. Each function returns the message to pass on, or
 * null to drop it.
 */
export const interceptSocket = (
  page,
  { fromServer = (message) => message, fromPage = (message) => message },
) =>
  page.routeWebSocket(/\/ws$/, (client) => {
    const server = client.connectToServer();
    server.onMessage((text) => {
      const message = fromServer(JSON.parse(text));
      if (message) client.send(JSON.stringify(message));
    });
    client.onMessage((text) => {
      const message = fromPage(JSON.parse(text));
      if (message) server.send(JSON.stringify(message));
    });
  });
