import { LiveAnswer } from '../live-answer.ts'

const usage = {
  userId: 1,
  tokenId: null,
  channel: 'web',
  modelTagId: 1,
  modelName: 'm',
  modelTagName: 't',
} as const

/** A running answer of user 1, asked at `asked` milliseconds. */
export const liveAnswer = ({ messageId = 1, asked = 0 } = {}): LiveAnswer =>
  new LiveAnswer({ messageId, tabId: 1, asker: 'user 1', asked, usage })
