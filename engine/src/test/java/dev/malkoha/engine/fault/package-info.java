/** Stores on disks that fail: every call of a workload, once and for good. */
package dev.malkoha.engine.fault;
