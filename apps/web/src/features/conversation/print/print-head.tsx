import type { Project, Tab } from '@polylogue/contract'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormat } from '#lib/format.ts'
import css from './print.module.css'
import type { Turn } from '../versions/turns.ts'

interface PrintHeadProps {
  project: Project
  tab: Tab
  turns: readonly Turn[]
}

/** Shows title, models and dates above a printed chat; hidden on the screen. */
export function PrintHead(props: PrintHeadProps) {
  return usePrinting() ? <Head {...props} /> : null
}

function Head({ project, tab, turns }: PrintHeadProps) {
  const format = useFormat()
  const messages = turns.flatMap(({ versions }) => versions.flatMap(({ message }) => message ?? []))
  const models = [...new Set(messages.map(({ modelName }) => modelName).filter(Boolean))].join(', ')
  const [first, last] = [messages[0], messages.at(-1)]
  const begun = first ? format.full(first.created) : ''
  const ended = last && last !== first ? format.full(last.created) : ''
  return (
    <div className={css.head}>
      <h1 className={css.title}>{`${project.name} · ${tab.name}`}</h1>
      <p>{[models, [begun, ended].filter(Boolean).join(' – ')].filter(Boolean).join(' · ')}</p>
    </div>
  )
}

/** Whether the page is being printed, from the dialog or the browser menu. Print is always light. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const root = document.documentElement
    let theme: string | null = null
    const begin = () => {
      theme ??= root.getAttribute('data-mantine-color-scheme')
      root.setAttribute('data-mantine-color-scheme', 'light')
      flushSync(() => setPrinting(true))
    }
    const end = () => {
      if (theme !== null) root.setAttribute('data-mantine-color-scheme', theme)
      theme = null
      setPrinting(false)
    }
    const paper = window.matchMedia('print')
    // Safari on iOS prints without `beforeprint`.
    const changed = () => (paper.matches ? begin() : end())
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    paper.addEventListener('change', changed)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      paper.removeEventListener('change', changed)
    }
  }, [])
  return printing
}
