import { useCallback } from 'react'
import { useParamsOfPage } from '#lib/search-params.ts'
import type { SectionId } from './editor/sections.ts'
import { SECTION_PARAM } from './states.ts'

/** Returns a function that opens the editor of a chatbot, at a section or where it begins. */
export function useOpenEditor(): (id: number, section?: SectionId) => void {
  const [, setParams] = useParamsOfPage()
  return useCallback(
    (id, section) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        next.set('dialog', 'edit-chatbot')
        next.set('chatbot', String(id))
        if (section) next.set(SECTION_PARAM, section)
        else next.delete(SECTION_PARAM)
        return next
      }),
    [setParams],
  )
}
