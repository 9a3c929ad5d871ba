import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { AccessRow, ContextSearch, HOLDERS, useUserContextId, type Access } from '#features/contexts/index.ts'
import { usePermission } from '#features/session/index.ts'
import css from './sharing.module.css'
import { askingGroups, LEVELS, type Holder, type Holding, type Level, type Shares } from './holders.ts'

interface ContextPickerProps {
  /** The owner, always first. Undefined until loaded. */
  owner: Holding | undefined
  value: Shares
  /** The stored shares of an existing item. */
  stored?: readonly Holder[]
  onChange: (value: Shares) => void
}

/**
 * Selects users and groups by name and their access, for any kind of item. The owner is locked; users cannot change their
 * own access; only the owner can remove all.
 */
export function ContextPicker({ owner, value, stored = [], onChange }: ContextPickerProps) {
  const { t } = useTranslation('sharing')
  const own = useUserContextId()
  const canShare = usePermission('can_share') === true
  const list = useRef<HTMLUListElement>(null)
  const { holders, known } = value
  const set = (next: readonly Holder[]) => onChange({ ...value, holders: next })
  const others = holders.filter(({ id }) => id !== own)
  const asking = askingGroups(value, stored)
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
              // Prepends the new holder, so that it is visible in a long list.
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
      <p role="status" className={css.asking} hidden={asking.length === 0}>
        {asking.length > 0 && t('asking', { names: asking.join(', ') })}
      </p>
    </div>
  )
}

interface HoldersProps {
  /** The list element. */
  list: RefObject<HTMLUListElement | null>
  sharing: Shares
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
    // Flushes, because the pressed button is unmounted with its row and the focus moves to the next one.
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

/** Focuses the Remove button of the row at `at`, or of the last one, or the search field. */
function focusAt(box: Element | null | undefined, at: number): void {
  const buttons = [...(box?.querySelectorAll<HTMLElement>('li button') ?? [])]
  const next =
    buttons[at] ?? buttons.at(-1) ?? box?.closest('[role=dialog]')?.querySelector<HTMLElement>('input')
  next?.focus()
}

const AT_FIRST = 50

/** Shows the first fifty; the rest on request. */
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
