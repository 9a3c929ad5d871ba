import type { Context } from '@polylogue/contract'
import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import { Suspense, useState } from 'react'
import { useAddress, useTypedParam } from '#lib/address.ts'
import { useDialogs, useDialogsOf } from '#lib/dialogs.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Segments } from '#ui/segments.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { WaitingRequests } from '#features/publications/index.ts'
import { useGroups } from './api.ts'
import {
  DELETE_GROUP,
  DeleteGroupDialog,
  EDIT_GROUP,
  EditGroupDialog,
  GROUP_MEMBERS,
  MembersDialog,
  NEW_GROUP,
  NewGroupDialog,
} from './group-dialogs.ts'
import css from './groups.module.css'
import { FoundGroups, GroupSection } from './group-tree.tsx'
import { foundIn } from './tree.ts'

/** Lists groups by type with the groups inside them; creates, edits and deletes groups. */
export function GroupManagement() {
  const { t } = useTranslation('contexts')
  const errorMessage = useErrorMessage()
  const groups = useGroups()
  const dialogs = useDialogs()
  const search = useTypedParam('q')
  const { get, put } = useAddress()
  const type = TYPES.find((one) => one === get('type')) ?? ''
  const hasTenants = groups.data?.some(({ contextTypeId }) => contextTypeId === CONTEXT_TYPES.tenant) ?? false
  const showAll = () => {
    search.setText('')
    put({ q: '', type: '' })
  }
  return (
    <>
      <div className={css.head} role="search" aria-label={t('searchGroups')}>
        <SearchField
          label={t('searchGroups')}
          value={search.text}
          onChange={(event) => search.setText(event.target.value)}
        />
        <Segments
          label={t('type')}
          value={type}
          options={[
            { value: '', label: t('allTypes') },
            ...TYPES.filter((one) => one !== 'tenant' || hasTenants).map((one) => ({
              value: one,
              label: t(`sections.${one}`),
            })),
          ]}
          onChange={(one) => put({ type: one })}
        />
        <span className="sp" />
        <Suspense fallback={null}>
          <WaitingRequests />
        </Suspense>
        <Button kind="fill" icon="plus" onClick={() => dialogs.show(NEW_GROUP)}>
          {t('newGroup')}
        </Button>
      </div>
      {groups.isPending && <Skeleton />}
      {groups.isError && !groups.data && (
        <LoadFailed
          title={t('loadFailed')}
          {...errorMessage(groups.error)}
          onRetry={() => void groups.refetch()}
        />
      )}
      {groups.data && <Groups groups={groups.data} text={search.value} type={type} onClear={showAll} />}
      <Dialogs groups={groups.data ?? []} />
    </>
  )
}

interface GroupsProps {
  groups: readonly Context[]
  text: string
  /** Lists only groups of this type. */
  type: Type | ''
  onClear: () => void
}

const TYPES = ['orgUnit', 'team', 'tenant'] as const
type Type = (typeof TYPES)[number]

function Groups({ groups, text, type, onClear }: GroupsProps) {
  const { t } = useTranslation('contexts')
  const shown = TYPES.filter((one) => type === '' || one === type).map((one) => CONTEXT_TYPES[one])
  if (text !== '') {
    const found = foundIn(groups, text).filter(({ group }) =>
      shown.some((one) => one === group.contextTypeId),
    )
    return (
      <>
        <p className="sr" role="status">
          {t('foundCount', { count: found.length })}
        </p>
        {found.length > 0 ? (
          <FoundGroups found={found} />
        ) : (
          <EmptyState title={t('noGroupMatch', { text })}>
            <Button onClick={onClear}>{t('allGroups')}</Button>
          </EmptyState>
        )}
      </>
    )
  }
  if (groups.length === 0) return <EmptyState title={t('noGroups')} text={t('noGroupsText')} wayOn="beside" />
  return (
    <>
      {shown.map((one) => (
        <GroupSection key={one} type={one} groups={groups} />
      ))}
      {!groups.some(({ contextTypeId }) => shown.some((one) => one === contextTypeId)) && (
        <EmptyState title={t('noneOfType')}>
          <Button onClick={onClear}>{t('allGroups')}</Button>
        </EmptyState>
      )}
    </>
  )
}

/** The URL holds the open group dialog and its group. */
function Dialogs({ groups }: { groups: readonly Context[] }) {
  const { open, close: closeNew } = useDialogs()
  const { id, show, close } = useDialogsOf('group')
  const named = groups.find((one) => one.id === id) ?? null
  // Keeps the last group while the dialog closes, so that the fade-out still shows it.
  const [last, setLast] = useState(named)
  if (named !== null && named !== last) setLast(named)
  const group = named ?? last
  const shows = (name: string) => open === name && named !== null
  return (
    <>
      <NewGroupDialog opened={open === NEW_GROUP} onClose={closeNew} />
      <EditGroupDialog
        key={`edit-${group?.id}`}
        // Stays open when somebody else deletes the group: the user may be typing.
        opened={group?.id === id && open === EDIT_GROUP}
        group={group}
        onMembers={() => group && show(GROUP_MEMBERS, group.id)}
        onClose={close}
      />
      <MembersDialog
        key={`members-${group?.id}`}
        opened={shows(GROUP_MEMBERS)}
        group={group}
        onClose={close}
      />
      <DeleteGroupDialog opened={shows(DELETE_GROUP)} group={group} onClose={close} />
    </>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        {[48, 64, 56, 72].map((width) => (
          <SkeletonLine key={width} width={width} height={20} />
        ))}
      </div>
    </Loading>
  )
}
