import { itemKeys } from '#features/items/keys.ts'

export const chatbotKeys = itemKeys('chatbots')

/** The management list, as specified. */
export const CHATBOTS_PATH = '/users/me/chatbots'
