import type { FirstSteps, Tab } from '@polylogue/contract'
import { Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useAppName } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { VectorOffer } from '#features/vectors/index.ts'
import { useStoreSetting } from '#features/settings/index.ts'
import { NOTHING_TYPED, type TypedServer } from './address.ts'
import { HIDDEN } from './api.ts'
import css from './first-steps.module.css'
import { ModelStep } from './model-step.tsx'
import { useNextFocus } from './next-focus.ts'
import { PeopleStep } from './people-step.tsx'
import { QuestionStep } from './question-step.tsx'
import { useFollowingDefault } from './use-first-chat.ts'

interface SetUpGuideProps {
  steps: FirstSteps
  tab: Tab | undefined
  onShown: (() => void) | undefined
}

/** The steps of a fresh installation; completed steps are marked as the server reports them. */
export function SetUpGuide({ steps, tab, onShown }: SetUpGuideProps) {
  const { t } = useTranslation('first-steps')
  const app = useAppName()
  const store = useStoreSetting()
  const id = useId()
  const hide = () => store('firstSteps', HIDDEN)
  const done = [steps.model, steps.question, steps.people].filter(Boolean).length
  const [typed, setTyped] = useState(NOTHING_TYPED)
  // A server that somebody else connects, or a finished download, closes no step in which something is typed.
  const isTyping = typed.address !== '' || typed.apiKey !== ''
  const closed = steps.model && isTyping ? done - 1 : done
  const section = useRef<HTMLElement>(null)
  useEffect(() => onShown?.(), [onShown])
  useNextFocus(section, closed, tab !== undefined && steps.model)
  useFollowingDefault(steps.model)
  const current = (['model', 'question', 'people'] as const).find((step) => !steps[step])
  return (
    <section ref={section} aria-labelledby={id} className={css.guide}>
      <header className={css.head}>
        <h2 id={id}>{t('title', { app })}</h2>
        <span className={css.count} role="status">
          {t('progress', { done, all: 3 })}
        </span>
        <IconButton icon="x" label={t('hide')} onClick={hide} />
      </header>
      <Steps steps={steps} tab={tab} current={current} typed={typed} isTyping={isTyping} onTyped={setTyped} />
      <Suspense fallback={null}>
        <VectorOffer />
      </Suspense>
      {current === undefined && (
        <p className={css.all}>
          {t('allDone')}
          <Button onClick={hide}>{t('close')}</Button>
        </p>
      )}
    </section>
  )
}

interface StepsProps {
  steps: FirstSteps
  tab: Tab | undefined
  current: 'model' | 'question' | 'people' | undefined
  typed: TypedServer
  /** Whether an address is being typed: the first step then stays open although it is completed. */
  isTyping: boolean
  onTyped: (typed: TypedServer) => void
}

function Steps({ steps, tab, current, typed, isTyping, onTyped }: StepsProps) {
  const { t } = useTranslation('first-steps')
  const [asked, setAsked] = useState<number[]>([])
  const toggle = (step: number) =>
    setAsked((now) => (now.includes(step) ? now.filter((one) => one !== step) : [...now, step]))
  return (
    <ol>
      <Step
        number={1}
        title={t('model.title')}
        done={steps.model}
        current={current === 'model'}
        open={isTyping || current === 'model'}
      >
        <ModelStep typed={typed} onTyped={onTyped} />
      </Step>
      <Step
        number={2}
        title={t('question.title')}
        done={steps.question}
        current={current === 'question'}
        open={current === 'question' || asked.includes(2)}
        onToggle={toggle}
      >
        <QuestionStep ready={steps.model} tab={tab} />
      </Step>
      <Step
        number={3}
        title={t('people.title')}
        done={steps.people}
        current={current === 'people'}
        open={current === 'people' || asked.includes(3)}
        onToggle={toggle}
      >
        <PeopleStep />
      </Step>
    </ol>
  )
}

interface StepProps {
  number: number
  title: string
  done: boolean
  /** The first step that is not completed. */
  current: boolean
  /** Whether its content is shown; only the current step is open at first, so that all titles are in view. */
  open: boolean
  onToggle?: (number: number) => void
  children: ReactNode
}

function Step({ number, title, done, current, open, onToggle, children }: StepProps) {
  const { t } = useTranslation('first-steps')
  const canToggle = onToggle !== undefined && !done && !current
  return (
    <li className={css.step} data-done={done || undefined} aria-current={current ? 'step' : undefined}>
      <span className={css.mark} aria-hidden="true">
        {done ? <Icon name="check" /> : number}
      </span>
      <h3>
        {canToggle ? (
          <button type="button" className={css.toggle} aria-expanded={open} onClick={() => onToggle(number)}>
            {title}
            <Icon name={open ? 'chevron-down' : 'chevron-right'} />
          </button>
        ) : (
          title
        )}{' '}
        {done && <span className="sr">{t('isDone')}</span>}
      </h3>
      {open && <div className={css.body}>{children}</div>}
    </li>
  )
}
