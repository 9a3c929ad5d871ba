export {
  ContextPicker,
  ItemSharingDialog,
  PeopleOf,
  SHARING,
  SharedPeople,
  SharingFact,
  SharingLine,
} from './dialogs.ts'
export { entriesOf, UNSHARED, type Holder, type Sharing } from './holders.ts'
export { sharesGivenBy, sharesOf, useSharingWay } from './shared.ts'
export { ItemSharing } from './item-sharing.tsx'
export { ManageItem } from './manage-item.tsx'
