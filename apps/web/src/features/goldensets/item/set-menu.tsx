import type { GoldenSetEntry } from '@polylogue/contract'
import { cutText } from '@polylogue/contract/browser'
import { useNavigate } from 'react-router'
import { canWrite } from '#lib/can.ts'
import { withoutIsolates } from '#lib/isolated.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuLink } from '#ui/menu.tsx'
import { ManageItem } from '#features/sharing/index.ts'
import { useItemDialogs } from '#features/items/index.ts'
import { useCopySet } from '../api.ts'

/** Room for the words that a copy's name has in addition. */
const LONGEST_NAME = 180

interface SetMenuProps {
  set: GoldenSetEntry
  /** Whether the menu offers to open the set's page. */
  opens?: boolean
}

/** What the user may do with a golden set. */
export function SetMenu({ set, opens = false }: SetMenuProps) {
  const { t } = useTranslation('goldensets')
  const dialogs = useItemDialogs('goldensets')
  const duplicate = useDuplicate()
  const show = (dialog: string) => dialogs.show(dialog, set.id)
  return (
    <Menu
      position="bottom-end"
      target={<IconButton icon="dots" label={t('actionsFor', { name: set.name })} />}
    >
      {opens && (
        <MenuLink icon="list-details" to={`/goldensets/${set.id}`}>
          {t('open')}
        </MenuLink>
      )}
      {canWrite(set) && set.promptCount > 0 && (
        <MenuItem icon="player-play" onSelect={() => show('run')}>
          {t('run')}
        </MenuItem>
      )}
      <ManageItem noun="goldensets" item={set}>
        <MenuItem icon="copy-plus" onSelect={() => duplicate(set.id)}>
          {t('duplicate')}
        </MenuItem>
      </ManageItem>
    </Menu>
  )
}

/** Duplicates a golden set without its runs and opens the copy. */
function useDuplicate(): (id: number) => void {
  const { t } = useTranslation('goldensets')
  const navigate = useNavigate()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const copy = useCopySet()
  const nameOf = (name: string) => withoutIsolates(t('copyOf', { name: cutText(name, LONGEST_NAME) }))
  return (id) =>
    copy.mutate(
      { id, nameOf },
      {
        onSuccess: (made) => {
          notices.show({ kind: 'done', title: t('duplicated', { name: made.name }) })
          void navigate(`/goldensets/${made.id}`)
        },
        onError: (error) =>
          notices.show({
            kind: 'failure',
            title: t('cannotDuplicate'),
            text: errorMessage(error).sentence,
          }),
      },
    )
}
