import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../lib/texts.ts'
import { Button } from '../../ui/button.tsx'
import { AccessRow, ContextSearch, HOLDERS, useUserContextId, type Access } from '../contexts/index.ts'
import { useCanShare } from './can-share.ts'
import css from './sharing.module.css'
import { LEVELS, type Holder, type Holding, type Level, type Sharing } from './holders.ts'

interface ContextPickerProps {
  /** To whom it belongs: stands first and stays. Undefined while that is not known. */
  owner: Holding | undefined
  value: Sharing
  onChange: (value: Sharing) => void
}

/**
 * Chooses with whom an item of any kind is shared, and what each may do: people and groups found by name. The owner stands
 * first and is locked; nobody changes their own access; only the owner takes all away at once.
 */
export function ContextPicker({ owner, value, onChange }: ContextPickerProps) {
  const { t } = useTranslation('sharing')
  const own = useUserContextId()
  const canShare = useCanShare()
  const list = useRef<HTMLUListElement>(null)
  const { holders, known } = value
  const set = (next: readonly Holder[]) => onChange({ ...value, holders: next })
  const others = holders.filter(({ id }) => id !== own)
  const all = owner && owner.id === own && others.length > 1
  return (
    <div className={css.picker}>
      {canShare ? (
        <ContextSearch
          label={t('add')}
          hint={t('addHint')}
          types={HOLDERS}
          exclude={[own, ...(owner ? [owner.id] : []), ...holders.map(({ id }) => id)]}
          onChoose={(context) =>
            onChange({
              // Where it is seen, however many there are.
              holders: [{ id: context.id, level: 'read' }, ...holders],
              known: new Map(known).set(context.id, context),
            })
          }
        />
      ) : (
        <p className={css.hint}>{t('notGranted')}</p>
      )}
      <div>
        <ul ref={list} className={css.list} aria-label={t('sharedWith')}>
          {owner && (
            <li>
              <AccessRow context={owner} access={{ label: t('levels.owner'), locked: true }} />
            </li>
          )}
          <Holders list={list} sharing={value} onChange={set} canShare={canShare} />
        </ul>
        {all && (
          <div className={css.end}>
            <Button size="small" onClick={() => set(holders.filter(({ id }) => id === own))}>
              {t('removeAll')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

interface HoldersProps {
  /** The list they stand in. */
  list: RefObject<HTMLUListElement | null>
  sharing: Sharing
  onChange: (holders: readonly Holder[]) => void
  canShare: boolean
}

function Holders({ list, sharing: { holders, known }, onChange, canShare }: HoldersProps) {
  const { t } = useTranslation('sharing')
  const own = useUserContextId()
  const change = (id: number, level: Level) =>
    onChange(holders.map((one) => (one.id === id ? { id, level } : one)))
  const remove = (id: number) => {
    const box = list.current
    const at = [...(box?.querySelectorAll('li button') ?? [])].findIndex(
      (one) => one === document.activeElement,
    )
    // The button that was pressed goes with its row, and the next one takes the focus at once.
    flushSync(() => onChange(holders.filter((one) => one.id !== id)))
    focusAt(box, at)
  }
  return (
    <Some of={holders}>
      {({ id, level }) => {
        const context = known.get(id) ?? null
        const changeable = context !== null && canShare && id !== own
        const access: Access = {
          label: t(`levels.${level}`),
          locked: id === own,
          choice: changeable
            ? {
                value: level,
                options: LEVELS.map((one) => ({ value: one, label: t(`levels.${one}`) })),
                onChange: (next) => change(id, LEVELS.find((one) => one === next) ?? level),
              }
            : undefined,
        }
        const onRemove = id === own ? undefined : () => remove(id)
        return <AccessRow context={context} access={access} onRemove={onRemove} />
      }}
    </Some>
  )
}

/** The way out of the row that moved up, else of the last one, else the search field. */
function focusAt(box: Element | null | undefined, at: number): void {
  const buttons = [...(box?.querySelectorAll<HTMLElement>('li button') ?? [])]
  const next =
    buttons[at] ?? buttons.at(-1) ?? box?.closest('[role=dialog]')?.querySelector<HTMLElement>('input')
  next?.focus()
}

const AT_FIRST = 50

/** The first fifty; the rest is shown when it is asked for. */
export function Some({ of, children }: { of: readonly Holder[]; children: (holder: Holder) => ReactNode }) {
  const { t } = useTranslation('sharing')
  const [shown, setShown] = useState(AT_FIRST)
  const rest = of.length - shown
  return (
    <>
      {of.slice(0, shown).map((holder) => (
        <li key={holder.id}>{children(holder)}</li>
      ))}
      {rest > 0 && (
        <li className={css.end}>
          <Button size="small" onClick={() => setShown(of.length)}>
            {t('showMore', { count: rest })}
          </Button>
        </li>
      )}
    </>
  )
}
