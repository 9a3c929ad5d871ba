import { useRef, useState, type ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { NextStepRow } from '#features/first-steps/index.ts'
import { collectTyped, PALETTE } from '#features/palette/index.ts'
import { NEW_PROJECT, ProjectsByTime, ProjectSearch } from '#features/projects/index.ts'
import { ApprovalsRow } from '#features/publications/index.ts'
import { NEW_CHAT } from '#lib/new-chat.ts'
import { ThemeSwitch } from '#features/settings/index.ts'
import { TourOffer } from '#features/tour/index.ts'
import { useAppName } from '#lib/config.ts'
import { useDialogAddress, useDialogs } from '#lib/dialogs.ts'
import { useShortcutLabel } from '#lib/shortcuts.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { KeyLabel } from '#ui/key-label.tsx'
import { Mark } from '#ui/mark.tsx'
import { AdminRow } from './admin-row.tsx'
import { Later, Library } from './library.tsx'
import css from './navigation.module.css'
import { LicenseLine } from './product-line.tsx'

/** The navigation next to the page. */
export function Navigation({ onHide }: { onHide: () => void }) {
  const { t } = useTranslation('shell')
  const keys = useShortcutLabel()
  return (
    <nav className={css.navigation} aria-label={t('navigation')}>
      <div className={css.head}>
        <Link to="/" className={css.home}>
          <Mark name={useAppName()} />
        </Link>
        <span className="sp" />
        <IconButton icon="layout-sidebar" label={t('hideNavigation')} keys={keys('KeyS')} onClick={onHide} />
      </div>
      <NavigationContent touch={false} />
    </nav>
  )
}

interface NavigationContentProps {
  touch: boolean
  /** Content before the last line on small screens. */
  foot?: ReactNode
}

/** The content of the navigation. */
export function NavigationContent({ touch, foot }: NavigationContentProps) {
  const { t } = useTranslation('shell')
  const keys = useShortcutLabel()
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const newProject = useDialogAddress(NEW_PROJECT)
  const { show } = useDialogs()
  const searchMessages = (words: string) => {
    collectTyped(words)
    show(PALETTE)
  }
  return (
    <>
      <div>
        <Link to={NEW_CHAT} className={css.row} data-tour="new-chat">
          <Icon name="edit" />
          <span className="cut">{t('newChat')}</span>
          <span className="sp" />
          <KeyLabel keys={keys('KeyO')} className={css.keys} />
        </Link>
        <Link to={newProject} className={css.row} data-tour="new-project">
          <Icon name="plus" />
          <span className="cut">{t('newProject')}</span>
          <span className="sp" />
          <KeyLabel keys={keys('KeyP')} className={css.keys} />
        </Link>
        <ProjectSearch text={text} onText={setText} list={list} />
        <Row to="/" icon="layout-dashboard" text={t('dashboard')} />
        <Row to="/projects" icon="folders" text={t('projects')} />
        <Later>
          <ApprovalsRow className={css.row ?? ''} count={css.count ?? ''} />
        </Later>
      </div>
      <div className={css.list}>
        {text === '' && <Library />}
        <ProjectsByTime
          ref={list}
          search={text}
          touch={touch}
          onClear={() => setText('')}
          onSearchMessages={searchMessages}
        />
      </div>
      <NextStepRow />
      <TourOffer />
      <div className={css.foot}>
        <AdminRow />
        <Row to="/help" icon="help-circle" text={t('help')} within />
        {foot}
        <div className={css.legal}>
          <LicenseLine />
          <ThemeSwitch small />
        </div>
      </div>
    </>
  )
}

interface RowProps {
  to: string
  icon: IconName
  text: string
  /** Pages below this path count as part of it. */
  within?: boolean
}

function Row({ to, icon, text, within = false }: RowProps) {
  return (
    <NavLink to={to} end={!within} className={css.row ?? ''}>
      <Icon name={icon} />
      <span className="cut">{text}</span>
    </NavLink>
  )
}
