export { HelpTopic } from './help-topic.tsx'
export { useTopic } from './api.ts'
