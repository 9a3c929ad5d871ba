import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import type { LaneState } from '#features/conversation/index.ts'
import css from './lanes.module.css'

/** State of a lane: that of its queued question or of its answer. */
export type Shown = LaneState | 'inLine' | 'refused'

const DOTS: Record<Shown, 'hollow' | 'spin' | 'ok' | 'bad' | 'grey'> = {
  inLine: 'hollow',
  queued: 'hollow',
  sending: 'spin',
  working: 'spin',
  writing: 'spin',
  done: 'ok',
  stopped: 'grey',
  failed: 'bad',
  refused: 'bad',
}

interface LaneHeadProps {
  name: string
  model: string
  tag: string
  state: Shown
  /** Its model runs at an external provider. */
  external: boolean
}

/** Shows tab, model and state of a lane, as a dot and a word. */
export function LaneHead({ name, model, tag, state, external }: LaneHeadProps) {
  const { t } = useTranslation(['compare', 'models'])
  return (
    <header className={css.head}>
      <div>
        <h3 className="cut" title={name}>
          {name}
        </h3>
        <p className={`cut ${css.model}`}>
          {model !== name && model} <span className={css.tag}>{tag}</span>
        </p>
      </div>
      {external && <Chip kind="warn">{t('models:external')}</Chip>}
      <span className={css.state}>
        <i className={css[DOTS[state]]} aria-hidden="true" />
        {t(`state.${state}`)}
      </span>
    </header>
  )
}
