// What the page stores in the browser's localStorage, as `config.json` names it (PAGE-14).

/** The session: a JSON object with `userId`, `access` and `refresh` (the tokens), and `expires` in milliseconds since 1970. */
export const AUTH_TOKEN_KEY = 'polylogue.session'

/** The signed-in user: a JSON object with `id`, `name` and `email`. It is deleted on sign-out. */
export const USER_DATA_KEY = 'polylogue.user'
