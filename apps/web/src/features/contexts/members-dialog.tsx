import type { Context, Member } from '@polylogue/contract'
import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import { useState } from 'react'
import { ApiProblem } from '#lib/api.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SkeletonLine, LoadFailed, Loading, Problem } from '#ui/states.tsx'
import { useMembers, useRemoveMember, useSetMember, type Level } from './api.ts'
import { INSIDE } from './chosen-members.tsx'
import { ContextSearch } from './context-search.tsx'
import { MemberRow } from './member-row.tsx'
import css from './members.module.css'
import { useUserContextId } from './use-user-context-id.ts'

/** The members dialog has a search field from this number of members on. */
const MANY = 10

interface MembersDialogProps {
  opened: boolean
  group: Context | null
  onClose: () => void
}

/** Members of a group; each change is saved immediately. */
export function MembersDialog({ opened, group, onClose }: MembersDialogProps) {
  const { t } = useTranslation(['contexts', 'ui'])
  const changeable = group?.can_write === true && group.contextTypeId !== CONTEXT_TYPES.tenant
  return (
    <Dialog
      opened={opened}
      title={t('membersOf', { name: group?.displayName ?? '' })}
      lead={changeable ? t('membersLead') : t('membersReadOnly')}
      width={640}
      onClose={onClose}
    >
      <DialogBody>{group && <Panel group={group} changeable={changeable} />}</DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose}>
          {t('ui:close')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function Panel({ group, changeable }: { group: Context; changeable: boolean }) {
  const { t } = useTranslation('contexts')
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const members = useMembers(group.id, q)
  const set = useSetMember(group.id)
  const remove = useRemoveMember(group.id)
  const error = set.error ?? remove.error
  const failure = useFailure(error, set.variables?.memberId)
  const owner = useOwner(group.id)
  const change = (memberId: number, level: Level) => {
    remove.reset()
    set.mutate({ memberId, level })
  }
  const known = members.data ?? []
  return (
    <div className={css.panel}>
      {changeable && (
        <ContextSearch
          label={t('addMember')}
          hint={t('addMemberHint')}
          types={INSIDE}
          exclude={[group.id, ...known.map(({ context }) => context.id)]}
          onChoose={({ id }) => change(id, 'member')}
        />
      )}
      {failure && <Problem action={isDenied(error) && owner && <ToOwner owner={owner} />}>{failure}</Problem>}
      {(group.numMembers >= MANY || text !== '') && (
        <SearchField
          label={t('searchMembers')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <Members
        members={members}
        text={q}
        busyId={set.isPending ? set.variables.memberId : remove.isPending ? remove.variables : 0}
        onLevel={changeable ? change : undefined}
        onRemove={
          changeable
            ? (id) => {
                set.reset()
                remove.mutate(id)
              }
            : undefined
        }
      />
    </div>
  )
}

/** Leads to the owner of the group, who may change what others may not. */
function ToOwner({ owner: { user, displayName } }: { owner: Member['context'] }) {
  const { t } = useTranslation('contexts')
  if (!user) return null
  return (
    <LinkButton to={`/users/${user.id}`} size="small">
      {t('showOwner', { name: displayName })}
    </LinkButton>
  )
}

/** Returns the owner of the group, whatever is searched; undefined for the viewer, who needs nobody else. */
function useOwner(groupId: number): Member['context'] | undefined {
  const { data: members = [] } = useMembers(groupId, '')
  const own = useUserContextId()
  const owner = members.find(({ isOwner }) => isOwner)?.context
  return owner?.id === own ? undefined : owner
}

const isDenied = (error: Error | null): boolean =>
  error instanceof ApiProblem && error.code === 'PERMISSION_DENIED'

/** Returns the message for a refused change; adding yourself has its own message. */
function useFailure(error: Error | null, memberId: number | undefined): string | undefined {
  const { t } = useTranslation('contexts')
  const errorMessage = useErrorMessage()
  const own = useUserContextId()
  if (!error) return undefined
  return isDenied(error) && memberId !== undefined
    ? t(memberId === own ? 'notYourself' : 'notLetIn')
    : errorMessage(error).sentence
}

interface MembersProps {
  members: ReturnType<typeof useMembers>
  text: string
  /** The member whose change is pending. */
  busyId: number
  onLevel: ((id: number, level: Level) => void) | undefined
  onRemove: ((id: number) => void) | undefined
}

function Members({ members, text, busyId, onLevel, onRemove }: MembersProps) {
  const { t } = useTranslation('contexts')
  const errorMessage = useErrorMessage()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = members
  if (members.isPending) return <Skeleton />
  if (!data)
    return (
      <LoadFailed
        title={t('membersFailed')}
        {...errorMessage(members.error)}
        onRetry={() => void members.refetch()}
      />
    )
  if (data.length === 0)
    return <p className={css.count}>{text ? t('noMemberMatch', { text }) : t('noMembers')}</p>
  return (
    <div>
      <ul
        className={css.list}
        aria-label={t('membersLabel')}
        aria-busy={members.isPlaceholderData || undefined}
      >
        {data.map((member) => (
          <li key={member.context.id}>
            <MemberRow
              context={member.context}
              level={levelOf(member)}
              busy={member.context.id === busyId}
              onLevel={onLevel && ((level) => onLevel(member.context.id, level))}
              onRemove={onRemove && (() => onRemove(member.context.id))}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('moreMembers')}
        </Button>
      )}
    </div>
  )
}

function levelOf({ isOwner, hasAdminAccess, hasWriteAccess }: Member): Level | 'owner' {
  if (isOwner) return 'owner'
  if (hasAdminAccess) return 'admin'
  return hasWriteAccess ? 'write' : 'member'
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        <SkeletonLine width={56} height={20} />
        <SkeletonLine width={72} height={20} />
        <SkeletonLine width={48} height={20} />
      </div>
    </Loading>
  )
}
