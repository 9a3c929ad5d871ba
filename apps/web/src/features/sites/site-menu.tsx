import type { DatasourceSite } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '#ui/menu.tsx'
import { useFailure } from '#features/media/index.ts'
import { useRefreshSite, useRemoveSite } from './api.ts'
import { useSiteName } from './use-site-name.ts'

interface SiteMenuProps {
  site: DatasourceSite
  onEdit: () => void
  onRemove: () => void
}

/** What somebody with write access may do with a site map or folder of pages. */
export function SiteMenu({ site, onEdit, onRemove }: SiteMenuProps) {
  const { t } = useTranslation(['sites', 'media'])
  const now = useRefreshSite()
  const failure = useFailure()
  const name = useSiteName()(site)
  return (
    <>
      <Menu position="bottom-end" target={<IconButton icon="dots" label={t('media:actionsFor', { name })} />}>
        <MenuItem icon="world" onSelect={() => now.mutate(site.id, { onError: failure('refreshFailed') })}>
          {t('media:refresh.now')}
        </MenuItem>
        <MenuItem icon="adjustments-horizontal" onSelect={onEdit}>
          {t('edit')}
        </MenuItem>
        <MenuRule />
        <MenuItem icon="trash" onSelect={onRemove}>
          {t('remove')}
        </MenuItem>
      </Menu>
    </>
  )
}

interface RemoveSiteProps {
  /** The site to remove; undefined while there is none. */
  site: DatasourceSite | undefined
  onClose: () => void
}

/** Asks for confirmation, then removes a site with its pages. */
export function RemoveSite({ site, onClose }: RemoveSiteProps) {
  const { t } = useTranslation(['sites', 'media'])
  const remove = useRemoveSite()
  const nameOf = useSiteName()
  return (
    <DeleteDialog
      opened={site !== undefined}
      id={site?.id}
      remove={remove}
      words={{
        title: t('remove'),
        question: t('removeQuestion', { name: site ? nameOf(site) : '' }),
        verb: t('remove'),
        failed: (sentence) => `${t('media:removeFailed')}: ${sentence}`,
      }}
      onClose={onClose}
    />
  )
}
