import type { Context } from '@polylogue/contract'
import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import { Suspense, useState } from 'react'
import { useTypedParam } from '../../lib/address.ts'
import { useDialogs, useDialogsOf } from '../../lib/dialogs.ts'
import { useErrorMessage } from '../../lib/problem.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Bone, EmptyState, LoadFailed, Loading } from '../../ui/states.tsx'
import { WaitingRequests } from '../publications/index.ts'
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
  return (
    <>
      <div className={css.head} role="search" aria-label={t('searchGroups')}>
        <SearchField
          label={t('searchGroups')}
          value={search.text}
          onChange={(event) => search.setText(event.target.value)}
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
      {groups.data && <Groups groups={groups.data} text={search.value} onClear={() => search.setText('')} />}
      <Dialogs groups={groups.data ?? []} />
    </>
  )
}

interface GroupsProps {
  groups: readonly Context[]
  text: string
  onClear: () => void
}

function Groups({ groups, text, onClear }: GroupsProps) {
  const { t } = useTranslation('contexts')
  if (text !== '') {
    const found = foundIn(groups, text)
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
  if (groups.length === 0) return <EmptyState title={t('noGroups')} text={t('noGroupsText')} />
  return (
    <>
      {[CONTEXT_TYPES.orgUnit, CONTEXT_TYPES.team, CONTEXT_TYPES.tenant].map((type) => (
        <GroupSection key={type} type={type} groups={groups} />
      ))}
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
          <Bone key={width} width={width} height={20} />
        ))}
      </div>
    </Loading>
  )
}
