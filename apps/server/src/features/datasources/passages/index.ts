// Passages that people switch off or give a note (decision 78).
export { passagesService, type PassagesService } from './service.ts'
