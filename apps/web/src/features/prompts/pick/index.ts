export type { PickedPrompt } from './pick-dialog.tsx'
