export { useCanShare } from './can-share.ts'
export { ContextPicker, SHARING, SharedPeople, SharingDialog, SharingLine } from './dialogs.ts'
export {
  entriesOf,
  UNSHARED,
  type Holder,
  type SharedItem,
  type Sharing,
  type SharingWays,
} from './holders.ts'
