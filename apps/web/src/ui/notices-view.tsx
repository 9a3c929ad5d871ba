import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useNotices, type NoticeKind } from '../lib/notices.ts'
import { IconButton } from './icon-button.tsx'
import { Icon, type IconName } from './icon.tsx'
import css from './notices-view.module.css'

const icons: Record<NoticeKind, IconName> = {
  done: 'circle-check',
  info: 'info-circle',
  warning: 'alert-triangle',
  failure: 'alert-circle',
}

/** The notices at the bottom right, above dialogs. Failures are read aloud at once, all else when there is a pause. */
export function NoticesView() {
  const { t } = useTranslation('ui')
  const notices = useNotices()
  const shown = useSyncExternalStore(notices.subscribe, notices.list)
  return createPortal(
    <section className={css.notices} aria-label={t('notices')} aria-live="polite">
      {shown.map((notice) => (
        <div
          key={notice.id}
          className={css.notice}
          data-kind={notice.kind}
          role={notice.kind === 'failure' ? 'alert' : undefined}
        >
          <Icon name={icons[notice.kind]} />
          <div className={css.text}>
            <b>{notice.title}</b>
            {notice.text && <p>{notice.text}</p>}
          </div>
          <IconButton icon="x" label={t('closeNotice')} onClick={() => notices.close(notice.id)} />
        </div>
      ))}
    </section>,
    document.body,
  )
}
