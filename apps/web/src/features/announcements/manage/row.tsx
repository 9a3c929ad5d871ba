import type { Announcement } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import rows from '#ui/fact-rows.module.css'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ICONS } from '../icons.ts'

interface AnnouncementRowProps {
  announcement: Announcement
  onEdit: () => void
  onEnd: () => void
  onRemove: () => void
}

/** An announcement in the list: its title, whom it is told and until when. */
export function AnnouncementRow({ announcement, onEdit, onEnd, onRemove }: AnnouncementRowProps) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const { title, text, kind, form, group, author, ends, isOver } = announcement
  return (
    <li className={rows.row}>
      <Icon name={ICONS[kind]} />
      <div className={rows.text}>
        <span className={rows.first}>
          <b className="cut" dir="auto" title={text ? `${title}\n${text}` : title}>
            {title}
          </b>
          {isOver && <Chip>{t('over')}</Chip>}
        </span>
        <span className={rows.facts}>
          <span>{t(`forms.${form}`)}</span>
          <span>{group ? group.name : t('tos.everybody')}</span>
          <span title={format.full(ends)}>
            {t(isOver ? 'endedOn' : 'endsOn', { when: format.full(ends) })}
          </span>
          {author && <span>{author}</span>}
        </span>
      </div>
      <span className={rows.actions}>
        {!isOver && <IconButton icon="clock" label={t('acts.end', { title })} onClick={onEnd} />}
        <IconButton icon="pencil" label={t('acts.edit', { title })} onClick={onEdit} />
        <IconButton icon="trash" label={t('acts.delete', { title })} onClick={onRemove} />
      </span>
    </li>
  )
}
