/** The parts of the frame, which are drawn at once here. */
export { BusinessHours } from '../../../shared/clinic/BusinessHours';
export { ContactInfo } from '../../../shared/clinic/ContactInfo';
export { ScrollToTop } from '../../../ui/navigation/ScrollToTop';
