import type { Message } from '@polylogue/contract'
import { useId, useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import type { ComparedPlace } from './api.ts'
import { LaneView } from './lane-view.tsx'
import css from './lanes.module.css'
import type { CompareQueue, QuestionState } from './compare-queue.ts'
import { useSyncScroll } from './sync-scroll.ts'

interface LanesProps {
  places: readonly ComparedPlace[]
  messages: readonly Message[]
  standings: readonly QuestionState[]
  queue: CompareQueue
  /** Shows answers only when they are complete. */
  whole: boolean
  together: boolean
}

/** Shows one lane per tab, side by side; on small screens one at a time, chosen by tabs. */
export function Lanes({ places, messages, standings, queue, whole, together }: LanesProps) {
  const { t } = useTranslation('compare')
  const scroll = useSyncScroll(together)
  const id = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const asked = places.filter(
    ({ tab }) =>
      messages.some((message) => message.projectTabId === tab.id) ||
      standings.some(({ lane }) => lane.tabId === tab.id),
  )
  const shown = asked.find(({ tab }) => tab.id === chosen) ?? asked[0]
  return (
    <>
      <div role="tablist" aria-label={t('lanes')} className={css.tabs} data-keep-clear="above">
        {asked.map(({ tab }) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.id}`}
            aria-selected={tab.id === shown?.tab.id}
            aria-controls={`${id}-lane-${tab.id}`}
            tabIndex={tab.id === shown?.tab.id ? 0 : -1}
            className={css.tab}
            onClick={() => setChosen(tab.id)}
            onKeyDown={(event) => {
              const next = neighbour(asked, tab.id, event.key)
              if (next === undefined) return
              event.preventDefault()
              setChosen(next)
              document.getElementById(`${id}-tab-${next}`)?.focus()
            }}
          >
            <span className="cut">{tab.name}</span>
          </button>
        ))}
      </div>
      <div className={css.lanes}>
        {asked.map((place) => (
          <LaneView
            key={place.tab.id}
            frame={{ id: `${id}-lane-${place.tab.id}`, hidden: place.tab.id !== shown?.tab.id }}
            place={place}
            messages={messages.filter((message) => message.projectTabId === place.tab.id)}
            standing={standings.find(({ lane }) => lane.tabId === place.tab.id)}
            tools={{ queue, whole }}
            scroll={scroll}
          />
        ))}
      </div>
    </>
  )
}

function neighbour(places: readonly ComparedPlace[], id: number, key: string): number | undefined {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (step === undefined) return undefined
  const place = places.findIndex(({ tab }) => tab.id === id)
  return places.at((place + step) % places.length)?.tab.id
}
