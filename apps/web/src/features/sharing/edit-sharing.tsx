import type { Member } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { isConflict } from '#features/items/index.ts'
import { Conflict } from '#ui/conflict.tsx'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { LoadFailed, Problem } from '#ui/states.tsx'
import { ItemRequests } from '#features/publications/index.ts'
import { publicationKeys } from '#features/publications/keys.ts'
import { useSharers } from './api.ts'
import { ContextPicker } from './context-picker.tsx'
import {
  askingGroups,
  differences,
  holdersOf,
  sameHolders,
  type Holder,
  type SharedItem,
  type Shares,
} from './holders.ts'
import { SharersSkeleton } from './sharers-skeleton.tsx'
import css from './sharing.module.css'

interface EditSharingProps {
  item: SharedItem
  /** Stores the shares; rejects with CONFLICT if the item changed since `ifModified`. */
  save: (holders: readonly Holder[], ifModified: string) => Promise<unknown>
  /** Fetches the stored item, after a CONFLICT. */
  stored: () => Promise<SharedItem>
  note: string | undefined
  beside: ((holders: readonly Holder[]) => ReactNode) | undefined
  /** Called with whether there are unsaved changes. */
  onDirty: (dirty: boolean) => void
  onDone: () => void
  onCancel: () => void
}

/** Edits and stores the shares of an item; does not overwrite concurrent changes. */
export function EditSharing(props: EditSharingProps) {
  const { item, note, beside, onDirty, onDone, onCancel } = props
  const { t } = useTranslation('sharing')
  const errorMessage = useErrorMessage()
  const sharers = useSharers(item)
  const edit = useEditShares(props, onDirty, useTellAsked(sharers.data, onDone))
  const known = new Map([
    ...(sharers.data ?? []).map(({ context }) => [context.id, context] as const),
    ...edit.chosen.known,
  ])
  const form = useFirstField(sharers.data !== undefined)
  const owner = sharers.data?.find(({ isOwner }) => isOwner)?.context
  return (
    <DialogForm onSubmit={() => void edit.save(edit.base.modified)}>
      <DialogBody>
        <div ref={form} className={css.info}>
          {note && <p>{note}</p>}
          {sharers.data ? (
            <ContextPicker
              owner={owner}
              value={{ holders: edit.chosen.holders, known }}
              stored={holdersOf(edit.base)}
              onChange={edit.choose}
            />
          ) : sharers.isError ? (
            <LoadFailed
              title={t('loadFailed')}
              {...errorMessage(sharers.error)}
              onRetry={() => void sharers.refetch()}
            />
          ) : (
            <SharersSkeleton />
          )}
          {sharers.data && beside?.(edit.chosen.holders)}
          <Suspense fallback={null}>
            <ItemRequests contextId={item.context.id} />
          </Suspense>
          {edit.theirs && (
            <Changed
              mine={edit.chosen.holders}
              theirs={holdersOf(edit.theirs)}
              nameOf={(id) => known.get(id)?.displayName}
              busy={edit.busy}
              onKeep={() => void edit.save(edit.theirs?.modified ?? edit.base.modified)}
              onTake={edit.take}
            />
          )}
          {edit.failure !== null && <Problem>{errorMessage(edit.failure).sentence}</Problem>}
        </div>
      </DialogBody>
      <FormFoot verb={t('save')} busy={edit.busy} onCancel={onCancel} />
    </DialogForm>
  )
}

/**
 * Holds the chosen shares, stores them, and handles conflicts. Unlike `useEdit` it retries by itself if the other change
 * left the shares as they were.
 */
function useEditShares(
  { item, save: send, stored: fetchStored }: Pick<EditSharingProps, 'item' | 'save' | 'stored'>,
  onDirty: (dirty: boolean) => void,
  onDone: (chosen: Shares, base: SharedItem) => void,
) {
  // The version that editing started from; later versions are changes by other users.
  const [base, setBase] = useState(item)
  const [chosen, setChosen] = useState<Shares>(() => ({ holders: holdersOf(item), known: new Map() }))
  const [theirs, setTheirs] = useState<SharedItem | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  // A newer version, such as an approved share, replaces shares that nobody has edited yet.
  if (item.modified > base.modified && !busy && sameHolders(chosen.holders, holdersOf(base))) {
    setBase(item)
    setChosen({ holders: holdersOf(item), known: chosen.known })
  }
  const choose = (next: Shares) => {
    setChosen(next)
    onDirty(!sameHolders(next.holders, holdersOf(base)))
  }
  const store = async (ifModified: string): Promise<SharedItem | null> => {
    try {
      await send(chosen.holders, ifModified)
      return null
    } catch (error) {
      if (!isConflict(error)) throw error
      const stored = await fetchStored()
      // The other change did not touch the shares, so both can be stored.
      if (sameHolders(holdersOf(stored), holdersOf(base))) return store(stored.modified)
      return stored
    }
  }
  const save = async (ifModified: string) => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    setTheirs(null)
    try {
      const stored = await store(ifModified)
      setTheirs(stored)
      if (stored === null) onDone(chosen, base)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const take = () => {
    if (!theirs) return
    setBase(theirs)
    setChosen({ holders: holdersOf(theirs), known: chosen.known })
    setTheirs(null)
    onDirty(false)
  }
  return { base, chosen, theirs, failure, busy, choose, save, take }
}

/** Returns a function to call after saving: says which shares wait for approval, and is done. */
function useTellAsked(sharers: readonly Member[] | undefined, onDone: () => void) {
  const { t } = useTranslation('sharing')
  const notices = useNotices()
  const cache = useQueryClient()
  return ({ holders, known }: Shares, base: SharedItem) => {
    const all = new Map([...(sharers ?? []).map(({ context }) => [context.id, context] as const), ...known])
    const names = askingGroups({ holders, known: all }, holdersOf(base)).join(', ')
    if (names !== '') {
      notices.show({ kind: 'info', title: t('asked', { names }) })
      void cache.invalidateQueries({ queryKey: publicationKeys.lists })
    }
    onDone()
  }
}

/** Focuses the first field once it is mounted, because the pressed button was unmounted. */
function useFirstField(there: boolean) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!there) return undefined
    // Runs after the focus handling of the dialog, which only knows its initial content.
    const timer = setTimeout(() => box.current?.querySelector<HTMLElement>('input, button')?.focus(), 40)
    return () => clearTimeout(timer)
  }, [there])
  return box
}

interface ChangedProps {
  mine: readonly Holder[]
  theirs: readonly Holder[]
  nameOf: (id: number) => string | undefined
  busy: boolean
  onKeep: () => void
  onTake: () => void
}

/** Shows a conflicting change by another user, if it differs from the chosen shares. */
function Changed({ mine, theirs, nameOf, busy, onKeep, onTake }: ChangedProps) {
  const { t } = useTranslation('sharing')
  const changes = differences(mine, theirs).map(({ id, level }) => ({
    label: nameOf(id) ?? t('unseen'),
    value: level ? t(`levels.${level}`) : t('noAccess'),
  }))
  return <Conflict changes={changes} busy={busy} onKeep={onKeep} onTake={onTake} />
}
