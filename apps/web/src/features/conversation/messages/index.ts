export {
  cachedMessages,
  loadOlder,
  loadWhole,
  messagesQuery,
  useHasConfidential,
  useMessages,
  useOlderMessages,
  useOwner,
  useRate,
  useRemoveMessage,
} from './api.ts'
export { invalidateMessage } from './invalidated.ts'
export { newQuestion } from './new-question.ts'
export { askIn, useAsk, useAskIn, useFollowingIn, useRuns, useRunStore } from './use-runs.ts'
