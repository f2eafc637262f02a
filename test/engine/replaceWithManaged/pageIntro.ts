/** The text of the page before its tables. */
export const PAGE_INTRO = `# Replace With Managed

This page shows how to replace codes that cannot be converted, and what to do with each outcome. A code cannot be converted if its
lock or its provider does not allow it. *Unmanaged Access Code: Replace With Managed* deletes such a code, and creates a managed one
with the same PIN, name and times. For the steps, see [Migrate codes](guides/migrate-codes.md#codes-that-cannot-be-converted).

Between the deletion and the creation, the PIN does not work: for a few seconds, longer if the lock is behind a hub, and up to a minute
if the service limits how many codes are created on one lock.

## Before you use it

* **Save the PINs.** If n8n is killed between the two steps, nothing else knows the PIN. Execute *Get Many* with **Mask PINs** off,
  check that you can read the PINs, and keep the output in a safe place.
* **Find the codes.** Add the option **Add Migration Advice** to *Get Many*, and turn it on. *Replace With Managed* takes every code whose
  \`migration.advice\` is \`replace\`. These are codes with \`cannot_be_managed\`, and codes on igloohome and Kwikset locks, unless something else
  prevents replacing them. Codes of SmartThings locks have no PIN to read, so they cannot be replaced.
* **Convert what can be converted.** *Convert to Managed* keeps the code on the lock all the time, so a code that can be converted is
  refused here. If a conversion failed, turn on **Even If Convertible**.
* **Choose a quiet hour**, because the PIN does not work for a while.
* **Expect a new ID.** The new code has a new ID: \`access_code_id\` in the output. The old code, whose ID
  is in \`old_access_code_id\`, no longer exists.

## What is checked first

The node checks all items before it changes the first one. If an item fails its check, the node stops, and nothing has changed for any
item. With **On Error: Continue**, only that item fails. A code is refused if

* it can be converted, or only the lock maker's app can delete the code;
* its PIN is unknown, or the lock would not take it again (length, the lock's rules, another code with the same PIN);
* it has ended, does not work now, or has a start without an end or an end without a start;
* the lock is offline, has an error, is full, or takes no codes from the service, or the connected account is not
  allowed to change its codes;
* it is in the input twice, or **Mask PINs** is on (the output must be able to carry the PIN);
* n8n's **Retry On Fail** is on together with **On Error: Continue** (n8n would execute everything again, and drop this result).

Right before the deletion, the node looks at the code and its lock once more. It works on as many locks at once as **Requests in Flight**
says, and on the codes of one lock one after another.

## What you get

Once the node starts deleting, no item fails: each item is returned, and says whether the PIN works.

| \`outcome\` | Does the PIN work? | |
| --- | --- | --- |
| \`replaced\` | Yes | \`access_code\` is the new code, set on the lock or scheduled for its start time. |
| \`unchanged\` | Yes, as before | The old code is still there. \`message\` says why. |
| \`pending\` | Not certain | Something was not finished when **Wait Timeout** ran out, or could not be read. |
| \`locked_out\` | No | The old code is gone, and no new one is on the lock. |

**Put a Switch on \`outcome\` after the node, and send yourself a message for \`pending\` and \`locked_out\`.** Their items have
\`recovery\`: what to do next, and everything that you need to do it.

\`\`\`json
{
  "next_step": "…",
  "device_id": "…", "device_name": "Room 201", "name": "Guest 201", "code": "…", "starts_at": null, "ends_at": null
}
\`\`\`

Such an item is not an error: an error would stop the execution, and an error must never contain the PIN. n8n's log says what happened,
without the PIN.

## What can go wrong

A test writes these tables from what it observes in the real n8n engine, against a service that misbehaves on purpose. In every row, the
node sends the deletion once (again only after 429, which says that nothing was done), never creates a code twice, and never puts
the PIN in a message or log. "Nothing" on the lock means that no code has this PIN. The tests use **Maximum Retries** 1 and a short
**Wait Timeout**.
`;
