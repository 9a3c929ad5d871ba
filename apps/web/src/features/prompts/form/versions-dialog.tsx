import type { PromptOptionValues, PromptVersion, SavedPrompt } from '@polylogue/contract'
import { useState } from 'react'
import { canWrite } from '#lib/can.ts'
import { useFormat } from '#lib/format.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Dialog, DialogBody } from '#ui/dialog.tsx'
import { DiffView } from '#ui/diff-view.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import { SkeletonLine, LoadFailed, Loading, Problem } from '#ui/states.tsx'
import { offeredModelId, useModels } from '#features/models/index.ts'
import { isConflict } from '#features/items/index.ts'
import { fullName, useUser } from '#features/users/index.ts'
import { useUpdatePrompt, useVersions } from '../api.ts'
import { useMarkEdited } from '../edited.ts'
import css from './form.module.css'

/** Versions that are compared and shown at first, and with each further step. */
const STEP = 10

interface VersionsDialogProps {
  prompt: SavedPrompt
  opened: boolean
  onClose: () => void
}

/** Lists the versions of a prompt with what the next one changed; a writer can restore one. */
export function VersionsDialog({ prompt, opened, onClose }: VersionsDialogProps) {
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  const versions = useVersions(prompt.id, opened)
  const restore = useRestore(prompt)
  const mayRestore = canWrite(prompt)
  const close = () => {
    restore.reset()
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      title={t('versionsOf', { name: prompt.title })}
      lead={t('versionsLead')}
      width={760}
      onClose={close}
    >
      <DialogBody>
        {restore.problem && <Problem>{restore.problem}</Problem>}
        {versions.isPending && <Skeleton />}
        {versions.isError && !versions.data && (
          <LoadFailed
            title={t('versionsFailed')}
            {...errorMessage(versions.error)}
            onRetry={() => void versions.refetch()}
          />
        )}
        {versions.data && (
          <VersionList
            versions={versions.data}
            busy={restore.isPending}
            onRestore={mayRestore ? restore.run : undefined}
          />
        )}
      </DialogBody>
    </Dialog>
  )
}

interface VersionListProps {
  versions: readonly PromptVersion[]
  busy: boolean
  /** Undefined if the user cannot restore one. */
  onRestore: ((version: PromptVersion) => void) | undefined
}

function VersionList({ versions, busy, onRestore }: VersionListProps) {
  const { t } = useTranslation('ui')
  const [shown, setShown] = useState(STEP)
  return (
    <>
      <ol className={css.versions}>
        {versions.slice(0, shown).map((version, at) => (
          <Version
            key={version.version}
            version={version}
            next={versions[at - 1]}
            busy={busy}
            onRestore={onRestore && at > 0 ? () => onRestore(version) : undefined}
          />
        ))}
      </ol>
      {versions.length > shown && <Button onClick={() => setShown(shown + STEP)}>{t('showMore')}</Button>}
    </>
  )
}

interface VersionProps {
  version: PromptVersion
  /** The version after it; undefined for the current one. */
  next: PromptVersion | undefined
  busy: boolean
  /** Undefined if the version cannot be restored. */
  onRestore: (() => void) | undefined
}

function Version({ version, next, busy, onRestore }: VersionProps) {
  const { t } = useTranslation('prompts')
  const label = t('changedAfter', { version: version.version })
  return (
    <li className={css.version}>
      <div className={css.versionHead}>
        <h3>{t('version', { version: version.version })}</h3>
        {!next && <Chip>{t('current')}</Chip>}
        <Who version={version} />
        <span className="sp" />
        {onRestore && (
          <Button
            size="small"
            busy={busy}
            aria-label={t('restoreVersion', { version: version.version })}
            onClick={onRestore}
          >
            {t('restore')}
          </Button>
        )}
      </div>
      {next ? (
        <>
          {next.title !== version.title && (
            <p className={css.who}>{t('titleThen', { title: version.title })}</p>
          )}
          <DiffView label={label} before={version.prompt} after={next.prompt} same={t('sameText')} />
        </>
      ) : (
        <div {...scrollBox(t('prompt'), 'region')} className={css.text} dir="auto">
          {version.prompt}
        </div>
      )}
    </li>
  )
}

function Who({ version: { changedBy, changed } }: { version: PromptVersion }) {
  const { data: user } = useUser(changedBy.id)
  const format = useFormat()
  return (
    <span className={css.who}>
      {[user && fullName(user), format.full(changed)].filter(Boolean).join(' · ')}
    </span>
  )
}

/** Saves the texts of a version as a new one. */
function useRestore(prompt: SavedPrompt) {
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const markEdited = useMarkEdited()
  const update = useUpdatePrompt()
  const { data: models } = useModels()
  return {
    isPending: update.isPending,
    reset: update.reset,
    problem: update.error
      ? isConflict(update.error)
        ? t('restoreConflict')
        : errorMessage(update.error).sentence
      : undefined,
    run: (version: PromptVersion) =>
      update.mutate(
        {
          id: prompt.id,
          ifModified: prompt.modified,
          title: version.title,
          comment: version.comment,
          prompt: version.prompt,
          outputFormId: version.promptOutput.id,
          modelId:
            version.model.id === prompt.model.id ? prompt.model.id : offeredModelId(models, version.model.id),
          promptOptions: version.options as PromptOptionValues,
        },
        {
          onSuccess: () => {
            markEdited(prompt.id)
            notices.show({ kind: 'done', title: t('restored', { version: version.version }) })
          },
        },
      ),
  }
}

const Skeleton = () => (
  <Loading>
    <SkeletonLine width={40} />
    <SkeletonLine width={92} />
  </Loading>
)
