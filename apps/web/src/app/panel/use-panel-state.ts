// State of the side panel: this browser remembers whether it is open beside chats, and its section.
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsOffered } from '#features/items/index.ts'
import { recall, remember } from '#lib/preferences.ts'
import { useParamsOfPage } from '#lib/search-params.ts'
import { useEscape } from '#lib/use-escape.ts'
import { useNavigationState } from '../shell/navigation-context.ts'
import { PANEL_BUTTON, useCovers } from './panel-context.ts'
import { PANEL_SECTIONS, type PanelSection } from './sections.ts'

/** Returns the state of the side panel beside a chat or another page. The parameter `panel` of an address opens a section. */
export function usePanelState(beside: 'chat' | 'page') {
  const { freed, free, quiet, readOnly, panel, setPanel } = useNavigationState()
  const covers = useCovers()
  const [besideChats, setBesideChats] = useState(() => recall('panel') === 'open')
  const wanted = beside === 'chat' ? besideChats : panel
  // Where it covers the page, it is open only after the user opened it there.
  const [sheet, setSheet] = useState(false)
  const [chosen, setChosen] = useState(() => recall('panelSection'))
  const [openings, setOpenings] = useState(0)
  const isOffered = useIsOffered()
  const sections = readOnly ? [] : PANEL_SECTIONS.filter(isOffered)
  const section = sections.find(({ id }) => id === chosen) ?? sections[0]
  const want = (next: boolean) => {
    if (beside === 'page') return setPanel(next)
    setBesideChats(next)
    remember('panel', next ? 'open' : null)
  }
  const open = (id: PanelSection['id'] | undefined = section?.id) => {
    free(false)
    setOpenings(openings + 1)
    if (id !== undefined) {
      setChosen(id)
      remember('panelSection', id)
    }
    if (covers) return setSheet(true)
    want(true)
  }
  const close = () => {
    if (covers) return setSheet(false)
    want(false)
    document.getElementById(PANEL_BUTTON)?.focus()
  }
  useAsked(sections, open)
  // A growing window shows the panel next to the page; shrinking again does not open the sheet.
  if (sheet && !covers) setSheet(false)
  const shown = section !== undefined && !quiet && (covers ? sheet : wanted && !freed)
  // Elsewhere it lies on the page, whose layout follows the window: Escape puts it away.
  const over = beside === 'page'
  useEscape(shown && over && !covers, close)
  return { sections, section, shown, over, openings, open, close }
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
