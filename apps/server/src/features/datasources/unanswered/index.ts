// Questions of chats that found nothing in a data source (decision 75).
export { unansweredService, type UnansweredService } from './service.ts'
