import { useTranslation } from '#lib/texts.ts'
import { useUserId } from '#features/session/index.ts'
import { fullName, UserAvatar } from '#features/users/index.ts'
import { useOwner } from '../messages/index.ts'
import css from '../conversation.module.css'

/** Shows who asked, if that was another user; null for a deleted account. */
export function Author({ userId }: { userId: number | null }) {
  const own = useUserId()
  return userId === own ? null : <SomebodyElse userId={userId} />
}

function SomebodyElse({ userId }: { userId: number | null }) {
  const { t } = useTranslation('conversation')
  const { data: person, isError } = useOwner(userId ?? 0, userId !== null)
  const unknown = userId === null ? t('formerMember') : isError ? t('unseenMember') : ''
  return (
    <p className={css.author}>
      {person && <UserAvatar person={person} size={22} />}
      <span className="cut">{person ? fullName(person) || person.username : unknown}</span>
    </p>
  )
}
