import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import type { IconName } from '#ui/icon.tsx'
import { API_TOKENS } from '#features/tokens/index.ts'
import type { Grant } from '../permissions/list-rights.ts'
import type { Rights } from '../permissions/account-rights.ts'
import { CHANGE_PASSWORD, DELETE_USER, EDIT_USER, PERMISSIONS_DIALOG } from '../dialogs.ts'
import css from './profile-tools.module.css'

interface ProfileToolsProps {
  own: boolean
  rights: Rights
  onOpen: (dialog: string) => void
}

/** Actions for the account. Actions that are not permitted are disabled and say why. */
export function ProfileTools({ own, rights, onOpen }: ProfileToolsProps) {
  const { t } = useTranslation('users')
  const tools: { dialog: string; icon: IconName; text: string; grant: Grant }[] = [
    {
      dialog: EDIT_USER,
      icon: 'pencil',
      text: own ? t('tools.editOwn') : t('tools.edit'),
      grant: rights.edit,
    },
    {
      dialog: PERMISSIONS_DIALOG,
      icon: 'shield-check',
      text: t('tools.permissions'),
      grant: rights.permissions,
    },
    {
      dialog: DELETE_USER,
      icon: 'trash',
      text: own ? t('tools.deleteOwn') : t('tools.delete'),
      grant: rights.remove,
    },
  ]
  if (own)
    tools.splice(
      1,
      0,
      { dialog: CHANGE_PASSWORD, icon: 'lock', text: t('tools.password'), grant: 'granted' },
      { dialog: API_TOKENS, icon: 'key', text: t('tools.tokens'), grant: 'granted' },
    )
  return (
    <div className={css.tools}>
      {tools.map((tool) => (
        <Tool key={tool.dialog} {...tool} onOpen={() => onOpen(tool.dialog)} />
      ))}
    </div>
  )
}

interface ToolProps {
  icon: IconName
  text: string
  grant: Grant
  onOpen: () => void
}

function Tool({ icon, text, grant, onOpen }: ToolProps) {
  const { t } = useTranslation('user-list')
  if (grant === 'granted')
    return (
      <Button icon={icon} onClick={onOpen}>
        {text}
      </Button>
    )
  return (
    <div className={css.off}>
      <Button icon={icon} disabled>
        {text}
      </Button>
      <p className={css.reason}>{t(`reasons.${grant}`)}</p>
    </div>
  )
}
