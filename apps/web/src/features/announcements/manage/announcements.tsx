import type { Announcement } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useAnnouncements, useEndAnnouncement, useRemoveAnnouncement } from '../api.ts'
import { AnnouncementDialog } from './form-dialog.tsx'
import { AnnouncementRow } from './row.tsx'

/** All announcements for administrators: write, change, end and delete them. */
export function Announcements() {
  // Those of the search for a group, too: a dialog that waits for texts would hide what is typed.
  const { t } = useTranslation(['announcements', 'contexts'])
  const [isWriting, setWriting] = useState(false)
  const remove = useRemoveAnnouncement()
  // Each is kept while its dialog closes.
  const edited = useShown<Announcement>()
  const doomed = useShown<Announcement>()
  return (
    <>
      <LeadRow lead={t('lead')}>
        <Button kind="fill" icon="plus" onClick={() => setWriting(true)}>
          {t('new')}
        </Button>
      </LeadRow>
      <List onEdit={edited.show} onRemove={doomed.show} />
      <AnnouncementDialog stored={undefined} opened={isWriting} onClose={() => setWriting(false)} />
      <AnnouncementDialog
        key={edited.shown?.id}
        stored={edited.shown}
        opened={edited.opened}
        onClose={edited.hide}
      />
      <DeleteDialog
        opened={doomed.opened}
        id={doomed.shown?.id}
        remove={remove}
        words={{
          title: t('deleteTitle'),
          question: t('deleteQuestion', { title: doomed.shown?.title ?? '' }),
          verb: t('delete'),
          deleted: t('deleted'),
        }}
        onClose={doomed.hide}
      />
    </>
  )
}

function useShown<T>() {
  const [shown, setShown] = useState<T | undefined>(undefined)
  const [opened, setOpened] = useState(false)
  return {
    shown,
    opened,
    show(thing: T) {
      setShown(thing)
      setOpened(true)
    },
    hide: () => setOpened(false),
  }
}

interface ListProps {
  onEdit: (announcement: Announcement) => void
  onRemove: (announcement: Announcement) => void
}

function List({ onEdit, onRemove }: ListProps) {
  const { t } = useTranslation('announcements')
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const announcements = useAnnouncements()
  const end = useEndAnnouncement()
  const endNow = (id: number) =>
    end.mutate(id, {
      onSuccess: () => notices.show({ kind: 'done', title: t('ended') }),
      onError: (failure) =>
        notices.show({ kind: 'failure', title: t('notEnded'), text: errorMessage(failure).sentence }),
    })
  return (
    <FactList
      label={t('list')}
      failed={t('loadFailed')}
      list={announcements}
      empty={<EmptyState title={t('empty')} text={t('emptyText')} wayOn="beside" />}
      row={(announcement) => (
        <AnnouncementRow
          key={announcement.id}
          announcement={announcement}
          onEdit={() => onEdit(announcement)}
          onEnd={() => endNow(announcement.id)}
          onRemove={() => onRemove(announcement)}
        />
      )}
    />
  )
}
