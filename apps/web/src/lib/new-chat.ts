/** Path of the page that creates a new chat and opens it. */
export const NEW_CHAT = '/chats/new'
