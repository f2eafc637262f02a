/** The behavior of the triggers, which their own tests cover. */
export const TRIGGERS_SECTION = `## Triggers

The tests of the triggers prove these rows: \`npx jest test/engine/deviceAccess test/unit/trigger test/engine/timeLimits\`.

| What goes wrong | Device Access Trigger | Device Access Polling Trigger |
| --- | --- | --- |
| The service refuses an event type | You cannot publish the workflow. The message names the type | The same when you publish it for the first time. Later, the trigger continues without the type, and reports this once with a failed execution. If no other type is left, each poll fails |
| The registration is lost or replaced, so the trigger cannot check the deliveries that arrive | It registers again, at most once every five minutes in each n8n process, and says so in \`trigger_message\` of the next item. Deliveries that it refused before are lost | |
| The workflow is copied to another n8n with its stored data | The copy registers its own webhook, and leaves the original's in place | The copy continues from the original's position |
| The credential is for another workspace | Until you publish the workflow again, events from the old workspace still start it. Then it registers in the new one. The old webhook is removed if one token opens both. Otherwise, it stays | It starts from now, and reports it. If only the API key in the credential is new, the trigger does not notice, and continues in the new workspace from the old time |
| The service hangs | It answers a delivery in time. If the item should include the access code or device name, it has null and the reason instead | The poll fails within 45 seconds. Nothing is lost, and the next poll tries again |
| The service lists fewer events per request than the trigger asks for | | It returns all, in order |
| The service has more events in one millisecond than it lists per request | | The poll fails and says so |
| The service lists an event twice | It starts the workflow once | It returns the event once |
| The service lists events without an ID, a type or a time | It answers such a delivery with 400 | It leaves them out, and reports it with a failed execution. It returns the others |
| The service does not filter events by time | | The poll fails after one request |
| The \`Date\` header of the service's answers is ahead of the times of its events | | Nothing is lost if n8n's clock is right |
| The service's clock was set back | | It starts from now, and reports it |
`;
