/** The address that makes a new chat and leads to it. */
export const NEW_CHAT = '/chats/new'
