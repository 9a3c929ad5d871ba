import type { Project } from '@polylogue/contract'
import { canAdminister } from '#lib/can.ts'
import { useDialogs, SHARE_LINK } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { useInstalled } from '#features/plugins/index.ts'
import { usePermission } from '#features/session/index.ts'
import { useTabs } from '#features/tabs/index.ts'

/** A project of fewer tabs is shared by nobody, as specified; a chat has one tab. */
const LEAST_TABS = 2

/** Returns whether the user may share a project by link, and why not yet. */
export function useCanShareLink(project: Project): 'yes' | 'needsTabs' | 'no' {
  const canShare = usePermission('can_share') === true
  const isInstalled = useInstalled('share')
  const { data: tabs } = useTabs(project.id)
  if (!canShare || !isInstalled || !canAdminister(project)) return 'no'
  return project.type !== 0 && tabs && tabs.length < LEAST_TABS ? 'needsTabs' : 'yes'
}

/** The share icon of a project's bar; disabled with the reason while the project has one tab. */
export function ShareLinkButton({ project }: { project: Project }) {
  const { t } = useTranslation('shares')
  const dialogs = useDialogs()
  const can = useCanShareLink(project)
  if (can === 'no') return null
  const waits = can === 'needsTabs'
  return (
    <IconButton
      icon="link"
      large
      label={t(waits ? 'iconNeedsTabs' : 'icon')}
      aria-disabled={waits || undefined}
      onClick={waits ? undefined : () => dialogs.show(SHARE_LINK)}
    />
  )
}

/** The same in a menu. */
export function ShareLinkItem({ project }: { project: Project }) {
  const { t } = useTranslation('shares')
  const dialogs = useDialogs()
  const can = useCanShareLink(project)
  if (can === 'no') return null
  return (
    <MenuItem icon="link" disabled={can === 'needsTabs'} onSelect={() => dialogs.show(SHARE_LINK)}>
      {t(can === 'needsTabs' ? 'iconNeedsTabs' : 'icon')}
    </MenuItem>
  )
}
