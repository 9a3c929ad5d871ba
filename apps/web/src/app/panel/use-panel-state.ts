// State of the side panel: this browser remembers whether it is open, and its section.
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsOffered } from '#features/items/index.ts'
import { recall, remember } from '#lib/preferences.ts'
import { useParamsOfPage } from '#lib/search-params.ts'
import { useNavigationState } from '../shell/navigation-context.ts'
import { PANEL_BUTTON, useCovers } from './panel-context.ts'
import { PANEL_SECTIONS, type PanelSection } from './sections.ts'

/** Returns the state of the side panel. The parameter `panel` of an address opens a section. */
export function usePanelState() {
  const { freed, free, quiet, readOnly } = useNavigationState()
  const covers = useCovers()
  const [wanted, setWanted] = useState(() => recall('panel') === 'open')
  // Where it covers the page, it is open only after the user opened it there.
  const [sheet, setSheet] = useState(false)
  const [chosen, setChosen] = useState(() => recall('panelSection'))
  const [openings, setOpenings] = useState(0)
  const isOffered = useIsOffered()
  const sections = readOnly ? [] : PANEL_SECTIONS.filter(isOffered)
  const section = sections.find(({ id }) => id === chosen) ?? sections[0]
  const open = (id: PanelSection['id'] | undefined = section?.id) => {
    free(false)
    setOpenings(openings + 1)
    if (id !== undefined) {
      setChosen(id)
      remember('panelSection', id)
    }
    if (covers) return setSheet(true)
    setWanted(true)
    remember('panel', 'open')
  }
  const close = () => {
    if (covers) return setSheet(false)
    setWanted(false)
    remember('panel', null)
    document.getElementById(PANEL_BUTTON)?.focus()
  }
  useAsked(sections, open)
  // A growing window shows the panel next to the page; shrinking again does not open the sheet.
  if (sheet && !covers) setSheet(false)
  const shown = section !== undefined && !quiet && (covers ? sheet : wanted && !freed)
  return { sections, section, shown, openings, open, close }
}

/** Opens the section that the address names, and removes it from the address. */
function useAsked(sections: readonly PanelSection[], open: (id: PanelSection['id']) => void): void {
  const [params, setParams] = useParamsOfPage()
  const named = params.get('panel')
  const asked = sections.find(({ id }) => id === named)?.id
  const answer = useEffectEvent((id: PanelSection['id']) => {
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('panel')
        return next
      },
      { replace: true },
    )
    open(id)
  })
  useEffect(() => {
    if (asked) answer(asked)
  }, [asked])
}
