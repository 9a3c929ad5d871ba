export { SlashPrompts } from './slash-prompts.tsx'
