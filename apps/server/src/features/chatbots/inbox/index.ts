export { inboxService, type InboxDeps, type InboxService } from './service.ts'
