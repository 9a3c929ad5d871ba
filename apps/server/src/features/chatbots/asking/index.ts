export { openRunning, type Running, type RunningDeps } from './running.ts'
export { askingService, type AskingDeps, type AskingService } from './service.ts'
export { toVisitorMessage } from './shown.ts'
export { endDead, messagesOf } from './store.ts'
