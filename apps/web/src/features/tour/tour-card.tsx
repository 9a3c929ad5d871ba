import { FocusTrap } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { useInertPage } from '#ui/inert.ts'
import { useScenario } from './api.ts'
import { POINTER, type Box } from './place.ts'
import { moved, type Scenario } from './scenario.ts'
import css from './tour.module.css'
import { usePlaced } from './use-placed.ts'
import { useStepPage } from './use-step-page.ts'
import { useTarget } from './use-target.ts'

/** Shows one step at a time beside its target and blocks the page; Escape ends the tour. */
export function TourCard({ onEnd, onFail }: { onEnd: () => void; onFail: () => void }) {
  const { t } = useTranslation('tour')
  const notices = useNotices()
  const { data: scenario, isError } = useScenario()
  const enabled = scenario?.enabled
  const giveUp = useEffectEvent(() => {
    notices.show({ kind: 'failure', title: t('loadFailed') })
    onFail()
  })
  useEffect(() => {
    if (isError) giveUp()
  }, [isError])
  useEffect(() => {
    if (enabled === false) onEnd()
  }, [enabled, onEnd])
  if (!scenario?.enabled) return null
  return <Running scenario={scenario} onEnd={onEnd} />
}

function Running({ scenario, onEnd }: { scenario: Scenario; onEnd: () => void }) {
  const [index, setIndex] = useState(0)
  const { steps } = scenario
  const step = steps[Math.min(index, steps.length - 1)]
  const target = useTarget(step?.node ?? '', index)
  const place = useLast(target)
  useStepPage(step)
  useInertPage(true)
  useEffect(() => () => void setTimeout(focusHeading, AFTER_RETURN), [])
  const go = (by: 1 | -1) => setIndex((now) => moved(now, by, steps.length))
  useKeys({ Escape: onEnd, ArrowRight: () => go(1), ArrowLeft: () => go(-1) })
  if (!step) return null
  return createPortal(
    <div className={css.blocker} data-bare={target ? undefined : true}>
      {target && <div className={css.light} data-light style={around(target)} />}
      {place !== undefined && (
        <Card
          scenario={scenario}
          index={index}
          place={place}
          pointing={Boolean(target)}
          onGo={go}
          onEnd={onEnd}
        />
      )}
    </div>,
    document.body,
  )
}

interface CardProps {
  scenario: Scenario
  index: number
  /** The target; while a page loads, that of the previous step. */
  place: Box | null
  /** Whether the target belongs to the current step. */
  pointing: boolean
  onGo: (by: 1 | -1) => void
  onEnd: () => void
}

function Card({ scenario, index, place, pointing, onGo, onEnd }: CardProps) {
  const { t } = useTranslation('tour')
  const id = useId()
  const { ui, steps } = scenario
  const step = steps[index]
  const first = index === 0
  const last = index === steps.length - 1
  const { ref, placed } = usePlaced(place, step)
  const onward = useRef<HTMLButtonElement>(null)
  useEffect(() => onward.current?.focus({ preventScroll: true }), [index])
  if (!step) return null
  const counter = t('counter', { step: index + 1, count: steps.length })
  return (
    <div
      ref={ref}
      className={css.card}
      style={{ width: ui.width, left: placed?.left, top: placed?.top, opacity: placed ? 1 : 0 }}
      role="dialog"
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      {placed && pointing && step.pointer && placed.side !== 'middle' && (
        <span
          className={css.pointer}
          data-side={placed.side}
          style={pointerAt(placed.side, placed.pointer)}
        />
      )}
      <div aria-live="polite">
        <p className={css.counter}>{counter}</p>
        <h2 id={`${id}-title`}>{step.title}</h2>
        <p id={`${id}-text`}>{step.text}</p>
      </div>
      <FocusTrap active>
        <div className={css.foot}>
          <Button kind={last ? 'fill' : 'quiet'} ref={last ? onward : undefined} onClick={onEnd}>
            {last ? ui.buttons.finish || t('finish') : ui.buttons.cancel || t('cancel')}
          </Button>
          <span className="sp" />
          <Button disabled={first} onClick={() => onGo(-1)}>
            {ui.buttons.previous || t('previous')}
          </Button>
          <Button
            {...(last ? {} : { kind: 'fill' })}
            disabled={last}
            ref={last ? undefined : onward}
            data-autofocus
            onClick={() => onGo(1)}
          >
            {ui.buttons.next || t('next')}
          </Button>
        </div>
      </FocusTrap>
    </div>
  )
}

/** Listens on the window: a click beside the card takes the focus away, and Escape must still work. */
function useKeys(acts: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
}

/** Milliseconds until the focus has been restored; the button that started the tour may be unmounted by then. */
const AFTER_RETURN = 80

function focusHeading(): void {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body) document.querySelector<HTMLElement>('h1')?.focus()
}

/** Keeps the previous position while the next page loads. */
function useLast(target: Box | null | undefined): Box | null | undefined {
  const [last, setLast] = useState(target)
  if (target !== undefined && target !== last) setLast(target)
  return target === undefined ? last : target
}

/** Padding between the target and the edge of the spotlight. */
const AIR = 4
const around = ({ left, top, width, height }: Box) => ({
  left: left - AIR,
  top: top - AIR,
  width: width + 2 * AIR,
  height: height + 2 * AIR,
})

const pointerAt = (side: string, along: number) =>
  side === 'left' || side === 'right' ? { top: along - POINTER / 2 } : { left: along - POINTER / 2 }
