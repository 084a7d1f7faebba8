/** The privacy note, in English. An operator can change it here. */
/** @type {(server: ServerInfo) => PrivacyNote} */
export default ({ operator, contact, keep_days: days }) => [
  {
    title: 'Who is responsible',
    parts: [
      operator
        ? `${operator} runs this server and is responsible for your data.`
        : 'The person who runs this server is responsible for your data.',
      contact
        ? `Contact: ${contact}`
        : 'The operator has not given a contact address. Ask the person who sent you the link.',
    ],
  },
  {
    title: 'What is kept, and why',
    parts: [
      [
        'Your name, so that the others at the table know who you are.',
        'If you have an account: a hash of your password and of your recovery code. Nobody can read them from it.',
        'For every device that is signed in: when it was used, and the kind of browser. So you can recognise it and sign it out.',
        'Your games: who sat where, every decision, the result and your rating. So you can resume, replay and analyse them.',
        'Reports that you write about others, so that the operator can act on them.',
        'Your address on the internet for as long as it limits attempts, at most some hours. An address that the operator bans is kept with the reason.',
      ],
      'What you say in the chat is passed on and not kept. The server’s log contains no names and no addresses of players. There are no cookies for advertising, no trackers, and nothing from other sites.',
    ],
  },
  {
    title: 'How long',
    parts: [
      days
        ? `If you are a guest and have not been here for ${days} days, your name and your sessions are deleted, and unfinished games that nobody has returned to with them.`
        : 'The operator keeps guests and unfinished games without a limit.',
      'An account and its finished games are kept until you delete the account.',
      'Backups of the operator may contain your data for longer.',
    ],
  },
  {
    title: 'Your rights',
    parts: [
      'On the page “Account” you can download everything that is kept about you, and delete it. Your name then disappears everywhere, also from the games that others have played with you. The games themselves stay, without your name.',
      'The legal basis is that you want to play here, and the interest of all players in fair and safe games (Article 6(1)(b) and (f) of the GDPR). You may complain to the data protection authority of your country.',
    ],
  },
];
