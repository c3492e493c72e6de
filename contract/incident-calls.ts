import { extraRead, operatorDelete, operatorWriteJson } from './call.ts';
import { HandoverNoteListSchema } from './shapes/handover.ts';
import {
  IncidentDetailsSchema,
  IncidentListSchema,
  IncidentOpenedSchema,
} from './shapes/incident.ts';
import { MaintenanceListSchema } from './shapes/maintenance.ts';

/** The calls about what happened and who knows: incidents, drills, maintenance windows, handover notes. */
export const INCIDENT_CALLS = {
  incidents: { ...extraRead, access: 'display', answer: IncidentListSchema },
  incident: { ...extraRead, access: 'display', answer: IncidentDetailsSchema },
  openIncident: { ...operatorWriteJson, answer: IncidentOpenedSchema, refreshes: ['incidents'] },
  /** Which platforms it affects. */
  changeIncident: { ...operatorWriteJson, refreshes: ['incidents', 'incident'] },
  /** "I am on it": also accepts an offer, takes it back by who made it, and takes over from somebody. */
  acknowledgeIncident: { ...operatorWriteJson, refreshes: ['incidents'] },
  /** Nobody is on it any more, and it is offered to nobody. */
  releaseIncident: { ...operatorDelete, refreshes: ['incidents'] },
  /** Offers it to somebody. Until they acknowledge it, whoever offers it is not on it. */
  handOverIncident: { ...operatorWriteJson, refreshes: ['incidents'] },
  /** `resolved` ends one that a person opened. */
  commentOnIncident: { ...operatorWriteJson, refreshes: ['incident'] },
  seeIncident: operatorWriteJson,
  startDrill: { ...operatorWriteJson, refreshes: ['incidents'] },
  endDrill: { ...operatorDelete, refreshes: ['incidents'] },
  maintenance: { ...extraRead, access: 'display', answer: MaintenanceListSchema },
  planMaintenance: { ...operatorWriteJson, refreshes: ['maintenance', 'incidents'] },
  changeMaintenance: { ...operatorWriteJson, refreshes: ['maintenance', 'incidents'] },
  /** Deletes a window that has not begun, and the coming occurrences of a weekly one. */
  removeMaintenance: { ...operatorDelete, refreshes: ['maintenance', 'incidents'] },
  handoverNotes: { ...extraRead, access: 'viewer', answer: HandoverNoteListSchema },
  addHandoverNote: { ...operatorWriteJson, refreshes: ['handoverNotes'] },
  removeHandoverNote: { ...operatorDelete, refreshes: ['handoverNotes'] },
} as const;
