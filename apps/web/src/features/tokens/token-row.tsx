import type { ApiToken } from '@polylogue/contract'
import { useDialogsOf } from '#lib/dialogs.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useUserId } from '#features/session/index.ts'
import { DELETE_TOKEN, EDIT_TOKEN } from './dialogs.ts'
import css from './tokens.module.css'
import rows from '#ui/fact-rows.module.css'

/** A token: name, prefix, last use and expiry. */
export function TokenRow({ token }: { token: ApiToken }) {
  const { t } = useTranslation('tokens')
  const { name, description, prefix, expired } = token
  return (
    <li className={rows.row}>
      <Icon name="key" />
      <div className={rows.text}>
        <span className={rows.first}>
          <b className="cut" title={name}>
            {name}
          </b>
          {expired && <Chip kind="warn">{t('expired')}</Chip>}
        </span>
        {description && <span className={css.description}>{description}</span>}
        <span className={rows.facts}>
          <code className="mono">{prefix}…</code>
          <Metadata token={token} />
        </span>
      </div>
      <Actions token={token} />
    </li>
  )
}

function Metadata({ token }: { token: ApiToken }) {
  const { t } = useTranslation('tokens')
  const format = useFormat()
  const { scope, userName, lastUsed, expires, expired, created } = token
  const facts = [
    scope === 'companies' && { text: t('actsAs', { name: userName }) },
    lastUsed
      ? { text: t('lastUsed', { when: format.moment(lastUsed) }), title: format.full(lastUsed) }
      : { text: t('neverUsed') },
    expires
      ? {
          text: t(expired ? 'expiredOn' : 'expires', { day: format.day(expires) }),
          title: format.full(expires),
        }
      : { text: t('endless') },
    { text: t('created', { day: format.day(created) }), title: format.full(created) },
  ].filter((fact) => fact !== false)
  return facts.map(({ text, title }) => (
    <span key={text} title={title}>
      {text}
    </span>
  ))
}

/** Only the user who created a token can edit it; everyone who sees it can delete it. */
function Actions({ token }: { token: ApiToken }) {
  const { t } = useTranslation('tokens')
  const userId = useUserId()
  const dialogs = useDialogsOf('token')
  const { id, name } = token
  const own = token.userId === userId
  return (
    <span className={rows.actions}>
      <IconButton
        icon="pencil"
        label={own ? t('edit', { name }) : t('notEditable', { name })}
        aria-disabled={!own || undefined}
        onClick={own ? () => dialogs.show(EDIT_TOKEN, id) : undefined}
      />
      <IconButton icon="trash" label={t('delete', { name })} onClick={() => dialogs.show(DELETE_TOKEN, id)} />
    </span>
  )
}
