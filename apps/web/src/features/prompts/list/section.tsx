import { PromptList } from './list.tsx'

/** The list in the side panel. */
export const PromptSection = () => <PromptList heading="h3" />
