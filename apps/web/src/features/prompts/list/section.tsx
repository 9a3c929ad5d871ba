import { Suspense } from 'react'
import { WaitingRequests } from '#features/publications/index.ts'
import css from '../page.module.css'
import { PromptList } from './list.tsx'

/** The list in the side panel, after the requests that wait for the user's approval. */
export const PromptSection = () => (
  <>
    <Suspense fallback={null}>
      <WaitingRequests className={css.waiting} />
    </Suspense>
    <PromptList heading="h3" />
  </>
)
