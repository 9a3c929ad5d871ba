export { onMessageChange, type ProjectEvent, projectEventOf } from './project-event.ts'
export { invalidatedIn, invalidateMessage } from './invalidated.ts'
export { forgetFiles, forgetFilesBut, keepFile, readFiles } from './kept-files.ts'
export {
  forgetBegunElsewhere,
  isFollowedHere,
  isRunning,
  markRunning,
  noteBegunElsewhere,
  runningAnswers,
  type RunningMark,
  subscribeToRunning,
  useMarkRunning,
  useRunning,
} from './running.ts'
export { clearConversationState, onLeaving, type RunningAnswer, type TabRef } from './store.ts'
export { forgetUnread, keepUnread, noteEnded, useSeen, useUnread, useUnreadProjects } from './unread.ts'
export { markWaiting, useWaitingTabs } from './waiting.ts'
