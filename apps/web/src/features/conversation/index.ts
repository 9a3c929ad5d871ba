import { lazyView } from '#lib/load-code.ts'

export { AskField, type FirstMessage } from './composer/ask-field.tsx'
export { type Filler, FillerContext } from './composer/filler.ts'
export { ReadOnly } from './composer/read-only.tsx'
export { useNameFromPrompt } from './composer/composer-name.ts'
export { askIn, messagesQuery, newQuestion, useAskIn, useRunStore } from './messages/index.ts'
export { Conversation } from './conversation.tsx'
export { type LaneAnswer, type LaneState, useLane } from './lanes/lane-state.ts'
export type { SentQuestion } from '#features/runs/index.ts'
export { useShown } from './versions/use-shown.ts'

export const LaneText = lazyView(async () => (await import('./lanes/lane.tsx')).LaneText)
export const LaneFoot = lazyView(async () => (await import('./lanes/lane.tsx')).LaneFoot)
