export {
  AskField,
  type Filler,
  type FirstMessage,
  FillerContext,
  ReadOnly,
  useNameFromPrompt,
} from './composer/index.ts'
export { askIn, messagesQuery, newQuestion, useAskIn, useRunStore } from './messages/index.ts'
export { Conversation } from './conversation.tsx'
export { type LaneAnswer, LaneFoot, type LaneState, LaneText, useLane } from './lanes/index.ts'
export type { Asked } from './stream/index.ts'
export { useShown } from './versions/index.ts'
