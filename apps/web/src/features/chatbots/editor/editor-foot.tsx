import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { DialogFoot } from '#ui/dialog.tsx'
import { hasCode } from './sections.ts'
import type { Editor } from './use-editor.ts'

type Shown = 'form' | 'code' | 'preview'

interface EditorFootProps {
  editor: Editor
  shown: Shown
  small: boolean
  onShow: (shown: Shown) => void
  onDraft: () => void
  onCancel: () => void
}

/** How much visitors do not see yet, and what can be done about it. */
export function EditorFoot({ editor, shown, small, onShow, onDraft, onCancel }: EditorFootProps) {
  const { t } = useTranslation(['chatbots', 'ui'])
  const { edit, changes } = editor
  const { values, dirty, busy } = edit
  const hints = [
    ...(changes.length > 0 ? [t('notPublished', { count: changes.length })] : []),
    ...(values.widget.consent.trim() === '' ? [t('noNotice')] : []),
  ]
  const other = (to: Shown, label: string, icon?: 'arrow-left') => (
    <Button size="large" icon={icon} onClick={() => onShow(to)}>
      {label}
    </Button>
  )
  return (
    <DialogFoot hint={hints.join(' ')}>
      <Button size="large" onClick={onCancel}>
        {t(dirty ? 'ui:cancel' : 'ui:close')}
      </Button>
      {small && shown === 'form' && other('preview', t('preview.title'))}
      {shown !== 'form' && other('form', t('toEditor'), 'arrow-left')}
      {shown !== 'code' && (
        <Button size="large" icon="code" disabled={!hasCode(values)} onClick={() => onShow('code')}>
          {t('code.title')}
        </Button>
      )}
      <Button size="large" busy={busy} disabled={!dirty} onClick={onDraft}>
        {t('saveDraft')}
      </Button>
      <Button size="large" kind="fill" type="submit" busy={busy}>
        {t('publish')}
      </Button>
    </DialogFoot>
  )
}
