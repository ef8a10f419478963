/* FMI 2.0 for co-simulation around one compiled function: a step of a mechanism with its inputs held.

   model_data.h, written beside this file by snodo.simulation.fmu, has the numbers of the mechanism, the names of the
   compiled functions, and where the addresses of both belong.  Nothing here needs Python. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_data.h"

typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;
typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
typedef struct {
    fmi2CallbackLogger logger;
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

#define EXPORT __attribute__((visibility("default")))
#define STATE_SIZE (BLOCK_SIZE + INPUTS + OUTPUTS)

typedef struct {
    double *state; /* block, inputs, outputs: everything that changes from step to step */
    double *model, *reader, *stops;
    char *name;
    const fmi2CallbackFunctions *callbacks;
    int stepped, stale;
} Instance;

static double *inputs_of(Instance *a) { return a->state + BLOCK_SIZE; }
static double *outputs_of(Instance *a) { return a->state + BLOCK_SIZE + INPUTS; }
static double time_of(const Instance *a) { return a->state[CLOCK_AT]; }

static void put(double *where, const void *address)
{
    int64_t bits = (int64_t)(intptr_t)address;
    memcpy(where, &bits, sizeof bits);
}

static void put_addresses(Instance *a)
{
    put(a->state + RATE_AT, (const void *)RATE);
    put(a->state + PROJECT_AT, (const void *)PROJECT);
    put(a->state + MODEL_AT, a->model);
    put(a->state + READER_AT, READS ? a->reader : a->model);
    put(a->state + STOPS_AT, a->stops);
}

static void begin(Instance *a)
{
    size_t k;
    memcpy(a->state, BLOCK, sizeof BLOCK);
    memcpy(a->model, MODEL, sizeof MODEL);
    memcpy(a->reader, READER, sizeof READER);
    memcpy(a->stops, STOPS, sizeof STOPS);
    for (k = 0; k < MODEL_ADDRESSES; k++) put(a->model + MODEL_PLACES[k], (const void *)MODEL_FUNCTIONS[k]);
    for (k = 0; k < READER_ADDRESSES; k++) put(a->reader + READER_PLACES[k], (const void *)READER_FUNCTIONS[k]);
    for (k = 0; k < INPUTS; k++) inputs_of(a)[k] = START[k];
    put_addresses(a);
    a->stepped = 0;
    a->stale = 1;
}

static void say(Instance *a, fmi2Status status, const char *text)
{
    if (a->callbacks && a->callbacks->logger)
        a->callbacks->logger(a->callbacks->componentEnvironment, a->name, status, "logStatusError", "%s", text);
}

static int64_t go(Instance *a, double dt) { return STEP(0, dt, a->state, inputs_of(a), outputs_of(a)); }

static const char *why(int64_t outcome)
{
    switch (outcome) {
    case 2: return "the equations of motion could not be solved";
    case 3: return "the motion grows without bound, or a force is not a finite number";
    case 4: return "the constraints could not be closed again after the step";
    case 5: return "the step became too small, and the error was still too large";
    case 6: return "the largest number of steps within one communication step was reached";
    case 32: return "an input is not a finite number";
    default: return "the step could not be made";
    }
}

static fmi2Status refresh(Instance *a)
{
    int64_t outcome;
    if (!a->stale) return fmi2OK;
    outcome = go(a, 0.0);
    if (outcome) {
        say(a, fmi2Error, why(outcome));
        return fmi2Error;
    }
    a->stale = 0;
    return fmi2OK;
}

EXPORT const char *fmi2GetTypesPlatform(void) { return "default"; }
EXPORT const char *fmi2GetVersion(void) { return "2.0"; }

EXPORT void fmi2FreeInstance(fmi2Component c)
{
    Instance *a = c;
    if (!a) return;
    free(a->state);
    free(a->model);
    free(a->reader);
    free(a->stops);
    free(a->name);
    free(a);
}

EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                     const fmi2CallbackFunctions *callbacks, fmi2Boolean visible, fmi2Boolean logging)
{
    Instance *a;
    (void)resources, (void)visible, (void)logging;
    if (type != fmi2CoSimulation || !name || !guid || strcmp(guid, GUID) != 0) return NULL;
    a = calloc(1, sizeof *a);
    if (!a) return NULL;
    a->state = calloc(STATE_SIZE + 1, sizeof(double));
    a->model = malloc(sizeof MODEL);
    a->reader = malloc(sizeof READER);
    a->stops = malloc(sizeof STOPS);
    a->name = malloc(strlen(name) + 1);
    a->callbacks = callbacks;
    if (!a->state || !a->model || !a->reader || !a->stops || !a->name) {
        fmi2FreeInstance(a);
        return NULL;
    }
    strcpy(a->name, name);
    begin(a);
    return a;
}

EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String categories[])
{
    (void)c, (void)on, (void)n, (void)categories;
    return fmi2OK;
}

EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerated, fmi2Real tolerance, fmi2Real start,
                                      fmi2Boolean ends, fmi2Real stop)
{
    Instance *a = c;
    (void)tolerated, (void)tolerance, (void)ends, (void)stop;
    if (a->stepped || !isfinite(start)) return fmi2Error;
    a->state[CLOCK_AT] = a->state[BASE_AT] = start;
    a->stale = 1;
    return fmi2OK;
}

EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c) { return refresh(c); }
EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c) { return refresh(c); }
EXPORT fmi2Status fmi2Terminate(fmi2Component c) { return c ? fmi2OK : fmi2Error; }

EXPORT fmi2Status fmi2Reset(fmi2Component c)
{
    begin(c);
    return fmi2OK;
}

EXPORT fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference which[], size_t n, fmi2Real values[])
{
    Instance *a = c;
    size_t k;
    if (refresh(a) != fmi2OK) return fmi2Error;
    for (k = 0; k < n; k++) {
        if (which[k] == INPUTS + OUTPUTS) values[k] = time_of(a);
        else if (which[k] < INPUTS + OUTPUTS) values[k] = inputs_of(a)[which[k]];
        else return fmi2Error;
    }
    return fmi2OK;
}

EXPORT fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference which[], size_t n, const fmi2Real values[])
{
    Instance *a = c;
    size_t k;
    for (k = 0; k < n; k++) {
        if (which[k] >= INPUTS) {
            say(a, fmi2Error, "only inputs can be set");
            return fmi2Error;
        }
        inputs_of(a)[which[k]] = values[k];
    }
    return fmi2OK;
}

EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real now, fmi2Real dt, fmi2Boolean never_back)
{
    Instance *a = c;
    int64_t outcome;
    (void)never_back;
    if (fabs(now - time_of(a)) > 1e-9 * (fabs(now) + fabs(dt))) {
        say(a, fmi2Error, "the step does not begin where the last one ended");
        return fmi2Error;
    }
    if (!(dt > 0.0) || !isfinite(dt)) {
        say(a, fmi2Error, "the length of a step must be positive");
        return fmi2Error;
    }
    outcome = go(a, dt);
    a->stepped = 1;
    a->stale = outcome != 0;
    if (!outcome) return fmi2OK;
    say(a, fmi2Error, why(outcome));
    return fmi2Error;
}

/* ---------------------------------------------------------------- states that are kept */
EXPORT fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *kept)
{
    Instance *a = c;
    if (!*kept) *kept = malloc(STATE_SIZE * sizeof(double));
    if (!*kept || refresh(a) != fmi2OK) return fmi2Error;
    memcpy(*kept, a->state, STATE_SIZE * sizeof(double));
    return fmi2OK;
}

EXPORT fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate kept)
{
    Instance *a = c;
    if (!kept) return fmi2Error;
    memcpy(a->state, kept, STATE_SIZE * sizeof(double));
    put_addresses(a);
    a->stale = 0;
    return fmi2OK;
}

EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *kept)
{
    (void)c;
    free(*kept);
    *kept = NULL;
    return fmi2OK;
}

EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate kept, size_t *size)
{
    (void)c, (void)kept;
    *size = STATE_SIZE * sizeof(double);
    return fmi2OK;
}

EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate kept, fmi2Byte bytes[], size_t size)
{
    (void)c;
    if (!kept || size < STATE_SIZE * sizeof(double)) return fmi2Error;
    memcpy(bytes, kept, STATE_SIZE * sizeof(double));
    return fmi2OK;
}

EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *kept)
{
    (void)c;
    if (size != STATE_SIZE * sizeof(double)) return fmi2Error;
    if (!*kept) *kept = malloc(size);
    if (!*kept) return fmi2Error;
    memcpy(*kept, bytes, size);
    return fmi2OK;
}

/* ---------------------------------------------------------------- what a mechanism does not have */
#define NONE(n) ((n) ? fmi2Error : fmi2OK)

EXPORT fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference w[], size_t n, fmi2Integer x[])
{ (void)c, (void)w, (void)x; return NONE(n); }
EXPORT fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference w[], size_t n, fmi2Boolean x[])
{ (void)c, (void)w, (void)x; return NONE(n); }
EXPORT fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference w[], size_t n, fmi2String x[])
{ (void)c, (void)w, (void)x; return NONE(n); }
EXPORT fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference w[], size_t n, const fmi2Integer x[])
{ (void)c, (void)w, (void)x; return NONE(n); }
EXPORT fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference w[], size_t n, const fmi2Boolean x[])
{ (void)c, (void)w, (void)x; return NONE(n); }
EXPORT fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference w[], size_t n, const fmi2String x[])
{ (void)c, (void)w, (void)x; return NONE(n); }
EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference z[], size_t nz,
                                               const fmi2ValueReference v[], size_t nv, const fmi2Real dv[],
                                               fmi2Real dz[])
{ (void)c, (void)z, (void)nz, (void)v, (void)nv, (void)dv, (void)dz; return fmi2Error; }
EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference w[], size_t n,
                                              const fmi2Integer order[], const fmi2Real x[])
{ (void)c, (void)w, (void)order, (void)x; return NONE(n); }
EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference w[], size_t n,
                                               const fmi2Integer order[], fmi2Real x[])
{ (void)c, (void)w, (void)order, (void)x; return NONE(n); }
EXPORT fmi2Status fmi2CancelStep(fmi2Component c) { (void)c; return fmi2Error; }
EXPORT fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind s, fmi2Status *x)
{ (void)c, (void)s, (void)x; return fmi2Discard; }
EXPORT fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind s, fmi2Real *x)
{
    if (s != fmi2LastSuccessfulTime) return fmi2Discard;
    *x = time_of(c);
    return fmi2OK;
}
EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind s, fmi2Integer *x)
{ (void)c, (void)s, (void)x; return fmi2Discard; }
EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind s, fmi2Boolean *x)
{
    (void)c;
    if (s != fmi2Terminated) return fmi2Discard;
    *x = 0;
    return fmi2OK;
}
EXPORT fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind s, fmi2String *x)
{ (void)c, (void)s, (void)x; return fmi2Discard; }
