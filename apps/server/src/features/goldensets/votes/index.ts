export { votesService, type VotesService } from './service.ts'
